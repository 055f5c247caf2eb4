import type { MessagePart } from '#shared/messages.ts'

/** Texts of the form, which is on every page behind the button in the radio bar. */
export const formMessages = [
  'submissions.form',
  'submissions.fields',
  'submissions.fieldNames',
  'submissions.problems',
] as const satisfies readonly MessagePart[]
