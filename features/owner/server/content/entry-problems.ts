import type { z } from 'zod'
import { countOf } from '#shared/count-of.ts'
import { capitalize } from '#shared/cut-text.ts'
import type { EntryField, EntryProblem, FileField } from '#shared/entry-fields.ts'

/**
 * Converts schema errors into messages per field for the editor. A schema also checks content files, so an error of its
 * own may have another message for the form, in `params.inForm`.
 */
export function problemsOf(error: z.ZodError, fields: readonly EntryField[]): EntryProblem[] {
  const found = error.issues.map((issue) => ({ issue, path: issue.path.map(String) }))
  const all = found.map(({ issue, path }) => ({ issue, path, field: fieldAt(fields, path) }))
  const isMissingRecording = (group: string) =>
    all.some(({ path, field }) => field?.kind === 'file' && !isImage(field) && groupOf(path) === group)
  return (
    all
      // A number that is read from a recording arrives with it.
      .filter(({ path, field }) => field?.kind !== 'read' || !isMissingRecording(groupOf(path)))
      .map(({ issue, path, field }) => ({ path: path.join('.'), message: messageOf(issue, field) }))
      // An empty field also breaks its other rules.
      .filter(
        ({ path, message }, _, problems) =>
          message === requiredMessage || !problems.some((one) => one.path === path && one.message === requiredMessage),
      )
  )
}

const requiredMessage = 'This field is required.'

const isImage = ({ accept }: FileField) => !/^(audio|video)\//.test(accept)

const groupOf = (path: readonly string[]) => path.slice(0, -1).join('.')

/** Finds the field of a path; a line belongs to the field of all lines. */
function fieldAt(fields: readonly EntryField[], [name, ...rest]: readonly string[]): EntryField | undefined {
  const field = fields.find((one) => one.name === name)
  if (field?.kind === 'group' && rest.length > 0) return fieldAt(field.fields, rest)
  return field?.kind === 'list' && rest.length > 1 ? fieldAt(field.fields, rest.slice(1)) : field
}

function messageOf(issue: z.core.$ZodIssue, field: EntryField | undefined): string {
  if (issue.code === 'custom' && issue.params?.['inForm']) return String(issue.params['inForm'])
  if (field?.kind === 'file') return uploadMessage(field)
  if (field?.kind === 'read') return 'Upload the file again.'
  if (field?.kind === 'color' && issue.code === 'too_small') return 'Enter a color such as #1d2a6b.'
  if (issue.code === 'too_small' || issue.code === 'too_big') return sizeMessage(issue, field)
  if (issue.code === 'invalid_type')
    return issue.expected === 'number' || issue.expected === 'int' ? 'Enter a whole number.' : requiredMessage
  if (issue.code === 'invalid_union') return 'Enter a URL that starts with https://, or leave this empty.'
  if (issue.code === 'invalid_value' || (field && 'options' in field && field.options))
    return 'Choose an option from the list.'
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'Enter a date.'
  return sentence(issue.message)
}

function sizeMessage(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, field: EntryField | undefined): string {
  const isTooSmall = issue.code === 'too_small'
  const limit = Number(isTooSmall ? issue.minimum : issue.maximum)
  if (issue.origin === 'array') {
    const item = field && 'itemLabel' in field ? field.itemLabel.toLowerCase() : 'item'
    return `${issue.exact ? 'Enter exactly' : isTooSmall ? 'Add at least' : 'Use at most'} ${countOf(limit, item)}.`
  }
  if (issue.origin === 'string' && isTooSmall && limit === 1) return requiredMessage
  const range = isTooSmall ? 'at least' : 'at most'
  return `Must be ${range} ${issue.origin === 'string' ? countOf(limit, 'character') : limit}.`
}

function uploadMessage({ accept, isOptional, mayBeLink }: FileField): string {
  const file = accept.startsWith('audio/') ? 'an MP3 file' : accept.startsWith('video/') ? 'a video file' : 'an image'
  const ways = [
    `upload ${file}`,
    ...(mayBeLink ? ['enter a URL that starts with https://'] : []),
    ...(isOptional ? ['leave this empty'] : []),
  ]
  return sentence(new Intl.ListFormat('en-US', { type: 'disjunction' }).format(ways))
}

function sentence(text: string): string {
  const first = capitalize(text)
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
