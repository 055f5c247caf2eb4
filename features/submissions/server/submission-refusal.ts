import { AppError, type ErrorCode, type ErrorText } from '#shared/errors.ts'
import { type Problem, problems } from '#features/submissions/problems.ts'

const codes: Record<Problem, ErrorCode> = {
  'no-file': 'invalid-input',
  'no-consent': 'invalid-input',
  'not-mp3': 'unsupported-media-type',
  'too-large': 'too-large',
  'not-sound': 'invalid-input',
  'fields': 'invalid-input',
  'too-many': 'too-many-requests',
  'no-room': 'unavailable',
  'failed': 'malformed-body',
}

/** An error with its code, and the specified message unless a more specific one is given. */
export class SubmissionRefusal extends AppError {
  constructor(
    problem: Problem,
    detail: string | ErrorText = { key: problems[problem] },
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(codes[problem], detail, options)
  }
}
