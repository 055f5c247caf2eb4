/* Types of the page Setup: the steps from the sample site to the owner's own. */

/** Steps of the setup, in their order. */
export const setupSteps = [
  'identity',
  'contact',
  'mail',
  'cards',
  'station',
  'artists',
  'platforms',
  'tokens',
  'books',
  'address',
  'newsletter',
] as const

/** Name of a step. */
export type SetupStepId = (typeof setupSteps)[number]

/** A step and its state, read from the site and never from clicks. */
export type SetupStep = {
  id: SetupStepId
  title: string
  /** `error`: set up, but its check fails. */
  state: 'done' | 'open' | 'skipped' | 'error'
  /** Current setting or content. */
  message: string
  /** Instruction for the owner; empty for a step that is done. */
  remedy: string
  href: string
  linkLabel: string
  /** Label of the button that tests the connection; undefined where there is nothing to test. */
  testLabel: string | undefined
}

/** An entry of the sample content that nobody has edited. */
export type Sample = { kind: string; key: string; name: string; href: string }

/** Sample content by type. */
export type SampleGroup = {
  kind: string
  plural: string
  samples: Sample[]
  /** False for types of which the site needs every entry; those are edited instead. */
  canRemove: boolean
  /** Number of samples that were removed. */
  removed: number
}

/** Leads from the sample site to the owner's own. */
export type SetupService = {
  /** Returns all steps, and checks the services that are set up, each with a limit of three seconds. */
  steps(): Promise<SetupStep[]>
  /** Counts the steps that are neither set up nor skipped, without asking any service. */
  countOpen(): Promise<number>
  /** Returns whether signing in leads to Setup: until every step is done or skipped, or the owner puts it off. */
  isDue(): Promise<boolean>
  /** Returns whether the owner has put Setup off. */
  isPutOff(): boolean
  /** Puts Setup off, so that signing in leads to the inbox, or takes that back. */
  setPutOff(isPutOff: boolean, actor: string): Promise<void>
  /** Skips a step, or takes that back. @throws AppError `not-found` for an unknown step. */
  setSkipped(id: string, isSkipped: boolean, actor: string): Promise<void>
  /**
   * Tests the connection of a step; the test of the mail server also sends an email to the owner.
   *
   * @returns What was found.
   * @throws AppError `not-found` for a step without a test.
   */
  test(id: string, actor: string): Promise<{ ok: boolean; message: string }>
  samples(): SampleGroup[]
  /** Returns whether an entry is sample content that nobody has edited. */
  isSample(kind: string, key: string): boolean
  /**
   * Removes all samples that can be removed. Books leave the library; people who bought one keep it.
   *
   * @returns Number of removed samples.
   */
  removeSamples(actor: string): Promise<number>
  /** Brings removed samples back. @returns Number of restored samples. */
  restoreSamples(actor: string): Promise<number>
}

declare module '#shared/services.ts' {
  interface Services {
    setup: SetupService
  }
}
