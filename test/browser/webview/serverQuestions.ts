// What servers ask, for the panel to show.
import { formFields } from '../../../src/mcp/requests/readFormFields';
import type { SamplingView, ServerFormView, ServerPageView } from '../../../src/shared/serverQuestions';

const fields = formFields({
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As others see it', minLength: 2 },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 6, default: 2 },
    size: {
      title: 'Size',
      type: 'string',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    extras: { title: 'Extras', type: 'array', items: { enum: ['window', 'table'] }, maxItems: 1 },
    isSure: { type: 'boolean', title: 'I have read the terms' },
  },
  required: ['name', 'size'],
});
export const serverForm: ServerFormView = {
  kind: 'form',
  server: 'booking',
  message: 'Which seats do you want?',
  fields,
};
export const serverPage: ServerPageView = {
  kind: 'page',
  server: 'booking',
  message: 'Please pay for your seats.',
  url: 'https://pay.example.com/checkout/8f14e45f?seats=2',
  host: 'pay.example.com',
};
export const serverSampling: SamplingView = {
  kind: 'sampling',
  server: 'booking',
  system: 'Answer in one word.',
  messages: [{ role: 'user', text: 'Which colour is the sea?' }],
  used: { requests: 1, tokens: 120 },
  budget: { requests: 10, tokens: 50_000 },
};
