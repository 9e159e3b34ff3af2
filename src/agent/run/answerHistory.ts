import { mostOfAnswer } from '../agents/agentRole';
import { hookedModel } from '../hooks/hookedModel';
import type { SessionMembers } from '../sessionMembers';
import { runAgent } from './loop';
import type { RunOutcome } from './runOutcome';
import { LoopCheck } from './loopCheck';
import { isUnfinished } from './nextSpeaker';
import { textOf } from '../../shared/partsText';

/** Gets an answer to a session's history: runs the loop, and again for as long as hooks ask for another answer. */
export async function answerHistory(members: SessionMembers, signal: AbortSignal): Promise<RunOutcome> {
  const { hooks, transcript } = members;
  for (;;) {
    const outcome = await runLoop(members, signal);
    if (outcome.reason !== 'done' || !outcome.last || !hooks.has('AfterAgent')) return outcome;
    const prompt = transcript.state.messages.findLast(message => message.role === 'user' && !message.isContext);
    const asked = prompt?.role === 'user' ? textOf(prompt.parts, '\n') : '';
    if (await hooks.wantsMore(asked, textOf(outcome.last.message.parts, '\n'), signal)) continue;
    const { stop } = hooks;
    return stop ? { ...outcome, reason: 'hook', hook: stop } : outcome;
  }
}

async function runLoop(members: SessionMembers, signal: AbortSignal): Promise<RunOutcome> {
  const { ports, settings, role, transcript, tools, context, ahead, scheduler, compression } = members;
  const { utilityModel, spending, hooks, silent, request } = members;
  await context.write();
  const messages = () => compression.messages();
  const { detectLoops, checksLoops, checksNextSpeaker, maxTurns, budgets, showsCitations = true } = settings;
  const { newId, now, models } = ports;
  const { has, fire, refuse } = hooks;
  const toolName = (name: string) => tools.nameOf(name);
  return runAgent(
    {
      newId,
      now,
      maxTurns,
      detectLoops,
      showsCitations,
      generator: models.generator,
      onSilence: () => silent.watch(),
      openAnswer: hookedModel({ model: models.generator, toolName, has, fire, refuse }),
      beginTurn: () => beginTurn(members, signal),
      stop: () => hooks.stop,
      emit: transcript.emit,
      said: () => transcript.state.messages,
      messages,
      ...(detectLoops && checksLoops && { loopCheck: new LoopCheck({ model: utilityModel, messages }) }),
      isUnfinished: async (answer, abort) => checksNextSpeaker && isUnfinished(answer, utilityModel, abort),
      checkBudgets: abort =>
        role ? role.admit(() => mostOfAnswer(compression.use()), abort) : spending.check(budgets(), now),
      conclude: results => ahead.conclude(results),
      decided: async abort => {
        await ahead.settled(abort);
        return ahead.decided.needAnswer;
      },
      ...(role && { isComplete: role.isComplete }),
      makeRoom: abort => compression.makeRoom(abort),
      shorten: async abort => (await compression.compress(abort)).kind === 'compressed',
      request,
      runTools: async (calls, abort) => {
        const results = await scheduler.run(calls, abort);
        await context.touched(calls, results);
        return results;
      },
    },
    signal,
  );
}

/** Between two steps, hunks that the user chose to undo are undone, and the model is told about decisions. */
async function beginTurn(members: SessionMembers, signal: AbortSignal): Promise<void> {
  const { ports, transcript, tools, context, compression, ahead, followed } = members;
  const messages = compression.messages();
  await tools.update();
  transcript.tell(await context.found(messages));
  for (const text of await followed.news(signal)) transcript.tell(text);
  transcript.tell(ahead.decided.take());
  transcript.tell(await ports.changes?.betweenSteps(transcript.state.sessionId));
}
