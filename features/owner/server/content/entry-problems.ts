import type { z } from 'zod'
import type { EntryProblem } from '#shared/entry-fields.ts'

/** Converts schema errors into messages per field for the editor. */
export function problemsOf(error: z.ZodError): EntryProblem[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: messageOf(issue) }))
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') {
    if (issue.origin !== 'string') return `Must be at least ${issue.minimum}.`
    return issue.minimum === 1 ? 'This field is required.' : `Must be at least ${issue.minimum} characters.`
  }
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `Must be at most ${issue.maximum} characters.`
      : `Must be at most ${issue.maximum}.`
  if (issue.code === 'invalid_type')
    return issue.expected === 'number' || issue.expected === 'int' ? 'Enter a whole number.' : 'This field is required.'
  if (issue.code === 'invalid_union') return 'Enter a URL that starts with https://, or leave this empty.'
  if (issue.code === 'invalid_value') return 'Choose an option from the list.'
  return sentence(issue.message)
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

// Bidirectional marks and control characters, which make a text look different from its content.
// oxlint-disable-next-line no-control-regex -- matches exactly these characters
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/

/** Finds texts with invisible characters. */
export function findHiddenCharacters(value: unknown, path: string[] = []): EntryProblem[] {
  if (typeof value === 'string')
    return hidden.test(value)
      ? [
          {
            path: path.join('.'),
            message: 'Contains invisible characters that change how the text reads. Retype it.',
          },
        ]
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => findHiddenCharacters(part, [...path, name]))
}
