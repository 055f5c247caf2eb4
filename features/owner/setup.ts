/* Types of the Setup page: the steps from the sample site to the owner's own site. */

/** Steps of the setup, in order. */
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

/** A step with its state, which is derived from the site and not from clicks. */
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
  /** Label of the button that tests the connection; undefined if there is nothing to test. */
  testLabel: string | undefined
}

/** An entry of the sample content that has not been edited. */
export type Sample = { kind: string; key: string; name: string; href: string }

/** Sample content by type. */
export type SampleGroup = {
  kind: string
  plural: string
  samples: Sample[]
  /** False for types of which the site needs every entry; these are edited instead. */
  canRemove: boolean
  /** Number of samples that were removed. */
  removed: number
}

/** Guides the owner from the sample site to their own site. */
export type SetupService = {
  /** Returns all steps, and checks the configured services, each with a limit of three seconds. */
  steps(): Promise<SetupStep[]>
  /**
   * Counts the steps that are neither done nor skipped, including those with an error. The last results of service
   * checks are used, while new ones are determined if they are older than a minute.
   */
  countLeft(): Promise<number>
  /** Returns whether signing in leads to Setup: until every step is done or skipped, or the owner postpones it. */
  isDue(): Promise<boolean>
  /** Returns whether the owner has postponed Setup. */
  isPutOff(): boolean
  /** Postpones Setup, so that signing in leads to the inbox, or undoes that. */
  setPutOff(isPutOff: boolean, actor: string): Promise<void>
  /** Skips a step, or undoes that. @throws AppError `not-found` for an unknown step. */
  setSkipped(id: string, isSkipped: boolean, actor: string): Promise<void>
  /**
   * Tests the connection of a step; the test of the mail server also sends an email to the owner.
   *
   * @returns The result.
   * @throws AppError `not-found` for a step without a test.
   */
  test(id: string, actor: string): Promise<{ ok: boolean; message: string }>
  samples(): SampleGroup[]
  /** Returns whether an entry is sample content that has not been edited. */
  isSample(kind: string, key: string): boolean
  /**
   * Removes all samples that can be removed. Books are removed from the library, but their buyers keep them.
   *
   * @returns Number of removed samples.
   */
  removeSamples(actor: string): Promise<number>
  /** Restores removed samples. @returns Number of restored samples. */
  restoreSamples(actor: string): Promise<number>
}

declare module '#shared/services.ts' {
  interface Services {
    setup: SetupService
  }
}
