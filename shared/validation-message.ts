import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const types: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
}

const formats: Record<string, string> = { email: 'must be an email address', url: 'must be a full URL' }

/**
 * Returns a validation message that follows the field name: `title must not be empty`. For `z.config({ customError
 * })`, so that users see no message of the library; messages in schemas take precedence.
 */
export function validationMessage(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : (types[issue.expected] ?? 'has the wrong type')
  if (issue.code === 'too_small') return `must ${sized(issue.origin, issue.minimum, 'at least')}`
  if (issue.code === 'too_big') return `must ${sized(issue.origin, issue.maximum, 'at most')}`
  if (issue.code === 'invalid_format') return formats[issue.format] ?? 'has an invalid format'
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
  return issue.code === 'unrecognized_keys' ? `must not contain ${issue.keys.join(', ')}` : 'is not valid'
}

function sized(origin: string, bound: number | bigint, comparison: 'at least' | 'at most'): string {
  if (origin === 'string')
    return bound === 1 && comparison === 'at least'
      ? 'not be empty'
      : `have ${comparison} ${bound.toLocaleString('en-US')} characters`
  if (origin === 'array' || origin === 'set') return `have ${comparison} ${bound} ${bound === 1 ? 'entry' : 'entries'}`
  return `be ${comparison} ${bound}`
}
