/** Keys of the messages for submissions that are rejected on upload. */
export const problems = {
  'no-file': 'submissions.problems.noFile',
  'no-consent': 'submissions.problems.noConsent',
  'not-mp3': 'submissions.problems.notMp3',
  'too-large': 'submissions.problems.tooLarge',
  'not-sound': 'submissions.problems.notSound',
  'fields': 'submissions.problems.fields',
  'too-many': 'submissions.problems.tooMany',
  'no-room': 'submissions.problems.noRoom',
  'failed': 'submissions.problems.failed',
} as const

/** Key of an error message. */
export type Problem = keyof typeof problems

/** Removes the field's API name from an error message: `ISRC (isrc): …` becomes `ISRC: …`. */
export const withoutFieldName = (refusal: string): string => refusal.replace(/^([^:(]+) \([a-z_]+\):/, '$1:')

/** Returns the API name of the field that an error message names, as in `ISRC (isrc): …`. */
export const fieldOfProblem = (refusal: string): string | undefined => /^[^:(]+ \(([a-z_]+)\):/.exec(refusal)?.[1]

/** Limits of a track's length and bitrate. */
export const trackLimits = { minSeconds: 5, maxSeconds: 30 * 60, minKbps: 32 }
