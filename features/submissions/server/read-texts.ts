import type { z } from 'zod'
import { loneSurrogateMessage } from '#shared/contract.ts'
import type { Locale } from '#shared/locales.ts'
import { submissionFieldsSchema, submissionTextsSchema, type SubmissionTexts } from '#features/submissions/contract.ts'
import { fieldNames } from '#features/submissions/constants.ts'
import { SubmissionRefusal } from './submission-refusal.ts'

/**
 * Cleans and validates the fields of the form.
 *
 * @throws SubmissionRefusal with a sentence that names the first invalid field.
 */
export function readFields(fields: Record<string, unknown>): {
  texts: SubmissionTexts
  artistEmail: string
  attempt: string
  locale: Locale | undefined
} {
  const { artist_email: artistEmail, owns_track: _, attempt, locale, ...texts } = read(submissionFieldsSchema, fields)
  return { texts, artistEmail, attempt, locale }
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
  // The checkbox comes last, so that a missing name is reported first.
  const issues = parsed.error.issues.toSorted(
    (a, b) => Number(a.path[0] === 'owns_track') - Number(b.path[0] === 'owns_track'),
  )
  const issue = issues[0]!
  const name = String(issue.path[0] ?? '')
  if (name === 'owns_track') throw new SubmissionRefusal('no-consent')
  const isMissing = fields[name] === undefined || fields[name] === ''
  throw refuseField(name, isMissing ? 'submissions.errors.required' : reasonOf(name, issue))
}

/**
 * Returns an error that names a field as in the form and as in the API; all its texts are keys.
 *
 * @param reason Key of a text that follows a colon.
 */
export function refuseField(name: string, reason: string): SubmissionRefusal {
  const shown = Object.hasOwn(fieldNames, name) ? `submissions.fieldNames.${name}` : name
  return new SubmissionRefusal('fields', `${shown} (${name}): ${reason}`)
}

function reasonOf(name: string, { code, message }: z.core.$ZodIssue): string {
  if (code === 'too_big') return 'submissions.errors.tooLong'
  // A complete sentence, or the key of one from a schema, stands alone.
  if (message.endsWith('.') || /^\w+(\.\w+)+$/.test(message)) return message
  if (message === loneSurrogateMessage) return 'submissions.errors.invalidCharacter'
  if (code === 'too_small') return 'submissions.errors.empty'
  if (name === 'genre') return 'submissions.errors.genre'
  return code === 'invalid_format' ? 'submissions.errors.invalidFormat' : 'submissions.errors.invalid'
}

/**
 * Removes control characters, unpaired surrogates and marks that change the direction of the text around them; line
 * breaks may stay.
 */
function clean(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff\ufffe\uffff]/gu, '')
    .normalize('NFC')
}
