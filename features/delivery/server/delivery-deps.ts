import type { SettingsReader } from './queries.ts'
import type { IssueListItem, Progress } from '#features/issues/contract.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { EngagementCounts, ScheduleView } from '../contract.ts'

/** Email address of the account that acts, or `schedule`. */
export type Actor = string

/** Response of `POST admin/newsletters/:id/send`. */
export type SendReply = { message: string; newsletter: IssueListItem; recipients: number; due_at: string }

/** Use cases of sending; see docs/decisions/016-sending.md. */
export type Sending = {
  /** @throws AppError `conflict` when it is not a draft or its slot is taken, `invalid-input` naming every blocker. */
  schedule(id: string, when: 'friday' | 'now', actor: Actor): Promise<SendReply>
  /** Turns a scheduled issue back into a draft. @throws AppError `conflict` once it is being sent. */
  unschedule(id: string, actor: Actor): Promise<void>
  pause(id: string, actor: Actor): Promise<void>
  /**
   * Resumes a paused issue. One that had not started is scheduled again: at its time, or with a minute to undo if that
   * has passed.
   */
  resume(id: string, actor: Actor): Promise<void>
  cancel(id: string, actor: Actor): Promise<void>
  progress(ids: string[]): Promise<Map<string, Progress>>
  /** Applies an editor's decision to uncertain deliveries. */
  settle(id: string, as: 'sent' | 'again', deliveries: string[] | 'all', actor: Actor): Promise<number>
  /** @param reader Person for whom the reason of a pause is written; an editor by default. */
  view(reader?: SettingsReader): Promise<ScheduleView>
  /** Counts the recipients an issue would have now. */
  countAudience(kind: 'weekly' | 'digest'): Promise<number>
  start(): void
  stop(): Promise<void>
  /** Runs one check of what is due and one round of sending, without waiting for the next tick. */
  now(): Promise<void>
}

/** Addresses that make a delivery trackable; no I/O once the key is loaded. */
export type DeliveryAddresses = {
  open(deliveryId: string): string
  link(deliveryId: string, number: number): string
  /** Returns the envelope sender of a delivery; bounces to it contain the delivery's own token. */
  bounce(deliveryId: string): string
}

/** Feedback and engagement of deliveries; see docs/decisions/018-reading-counts.md. */
export type Feedback = {
  /** Returns the engagement of sent issues; an issue that was never sent has no entry. */
  counts(ids: string[]): Promise<Map<string, EngagementCounts>>
  /**
   * Stores the relay's reply and suppresses the address or counts the refusal, inside the transaction that sets a
   * delivery to `failed`.
   *
   * @param delivery.response The relay's reply, such as `550 5.1.1 no such user`.
   * @param delivery.after `body` when the recipient was accepted before the email was refused.
   */
  refused(
    tx: Executor,
    delivery: { deliveryId: string; response: string; at: Date; after?: 'body' | undefined },
  ): Promise<void>
}
