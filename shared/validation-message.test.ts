import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessage } from './validation-message.ts'

test.each<[string, z.ZodType, unknown, string]>([
  ['a missing text', z.object({ name: z.string() }), {}, 'is missing'],
  ['an object as text', z.string(), {}, 'must be text'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['a text as number', z.number(), 'x', 'must be a number'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a limit of thousands', z.string().max(4000), 'x'.repeat(4001), 'must have at most 4,000 characters'],
  ['a short text', z.string().min(8), 'x', 'must have at least 8 characters'],
  ['a long text', z.string().max(3), 'four', 'must have at most 3 characters'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  ['a large number', z.number().max(5), 6, 'must be at most 5'],
  ['an invalid address', z.email(), 'x', 'must be an email address'],
  ['an invalid link', z.url(), 'x', 'must be a full URL'],
  ['a pattern', z.string().regex(/^a$/), 'b', 'has an invalid format'],
  ['an unknown choice', z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  ['one literal', z.literal(1), 2, 'must be 1'],
  ['an extra key', z.strictObject({}), { x: 1 }, 'must not contain x'],
  ['none of several', z.union([z.literal('a'), z.int()]), {}, 'is not valid'],
  ['a message of the schema itself', z.string().min(1, 'Please fill this in.'), '', 'Please fill this in.'],
])('%s has a plain message', (_what, schema, value, words) => {
  const messages = schema.safeParse(value, { error: validationMessage }).error?.issues.map(({ message }) => message)
  expect(messages).toEqual([words])
})
