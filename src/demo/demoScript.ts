// Chooses the demo model's answer from the request alone: the same conversation always gets the same answer.
import type { Conversation } from './conversation';
import { aboutCode, greeting, unknown, withoutTools } from './smallAnswers';
import { beginTour, continueTour } from './tour';
import type { DemoPart } from './demoPart';

export function demoReply(conversation: Conversation): readonly DemoPart[] {
  const { words, attachments, outcomes, isFirst, tools } = conversation;
  if (outcomes.length > 0) return continueTour(conversation);
  if (attachments.length > 0 || words.includes('```')) return aboutCode(conversation);
  if (/^(hi|hello|hey|good (morning|afternoon|evening))\b.{0,20}$/i.test(words)) return greeting();
  if (!isFirst && !wantsTour(words)) return unknown();
  return tools.has('list_directory') ? beginTour(conversation) : withoutTools();
}

function wantsTour(words: string): boolean {
  return /\b(tour|demo|start|begin|show|again|go|ok|okay|yes|sure|please|bug|fix|cart|discount|total|test)\b/i.test(
    words,
  );
}
