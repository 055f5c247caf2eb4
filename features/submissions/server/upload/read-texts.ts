import type { z } from 'zod'
import { submissionFieldsSchema, submissionTextsSchema, type SubmissionTexts } from '#features/submissions/contract.ts'
import { type FieldName, fieldNames } from '#features/submissions/problems.ts'
import { SubmissionRefusal } from './submission-refusal.ts'

/**
 * Cleans and validates the fields of the form.
 *
 * @throws SubmissionRefusal with a sentence that names the first field that is wrong.
 */
export function readFields(fields: Record<string, unknown>): {
  texts: SubmissionTexts
  artistEmail: string
  attempt: string
} {
  const { artist_email: artistEmail, owns_track: _, attempt, ...texts } = read(submissionFieldsSchema, fields)
  return { texts, artistEmail, attempt }
}

/** Cleans and validates the track details alone. @throws SubmissionRefusal as {@link readFields}. */
export function readTexts(fields: unknown): SubmissionTexts {
  return read(
    submissionTextsSchema,
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {},
  )
}

function read<Schema extends z.ZodType>(schema: Schema, fields: Record<string, unknown>): z.infer<Schema> {
  const cleaned = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
  )
  const parsed = schema.safeParse(cleaned)
  if (parsed.success) return parsed.data
  // The box comes last: who misses a name is told of the name.
  const issues = parsed.error.issues.toSorted(
    (a, b) => Number(a.path[0] === 'owns_track') - Number(b.path[0] === 'owns_track'),
  )
  const { path, message, code } = issues[0]!
  const name = String(path[0] ?? '')
  if (name === 'owns_track') throw new SubmissionRefusal('no-consent')
  const missing = fields[name] === undefined || fields[name] === ''
  const reason = missing
    ? 'it is required.'
    : code === 'too_big'
      ? 'it is too long.'
      : message.endsWith('.')
        ? message
        : `it ${message}.`
  throw new SubmissionRefusal('fields', `${fieldNames[name as FieldName] ?? name} (${name}): ${reason}`)
}

/**
 * Control characters, half characters and marks that turn the direction of other people's text have no place in a name;
 * line breaks may stay.
 */
function clean(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff\ufffe\uffff]/gu, '')
    .normalize('NFC')
}
