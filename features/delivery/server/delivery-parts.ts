import type { IssueListItem, Progress } from '#features/issues/contract.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { EngagementCounts, ScheduleView } from '../contract.ts'

/** Who acts: an account of the desk by its address, or `schedule`. */
export type Actor = string

/** Answer of `POST admin/newsletters/:id/send`. */
export type SendReply = { message: string; newsletter: IssueListItem; recipients: number; due_at: string }

/** From a draft to every inbox; see docs/decisions/016-sending.md. */
export type Sending = {
  /** @throws AppError `conflict` when it is no draft or its slot is taken, `invalid` naming what stands in the way. */
  schedule(id: string, when: 'friday' | 'now', actor: Actor): Promise<SendReply>
  /** Takes a scheduled issue back to a draft. @throws AppError `conflict` once it is being sent. */
  unschedule(id: string, actor: Actor): Promise<void>
  pause(id: string, actor: Actor): Promise<void>
  /** One that had not begun is scheduled again: at its time, or with a minute to take it back where that is over. */
  resume(id: string, actor: Actor): Promise<void>
  cancel(id: string, actor: Actor): Promise<void>
  progress(ids: string[]): Promise<Map<string, Progress>>
  /** What the editor decides of copies nobody knows about. */
  settle(id: string, as: 'sent' | 'again', deliveries: string[] | 'all', actor: Actor): Promise<number>
  view(): Promise<ScheduleView>
  /** How many a weekly issue would go to now. */
  countAudience(kind: 'weekly' | 'digest'): Promise<number>
  start(): void
  stop(): Promise<void>
  /** One look at what is due and one round of sending, without waiting for its turn. */
  now(): Promise<void>
}

/** What a copy carries so that reading it can be counted; pure once its key is there. */
export type CopyAddresses = {
  open(deliveryId: string): string
  link(deliveryId: string, number: number): string
  /** The sender of the envelope: whatever bounces comes back with the copy's own mark in it. */
  bounce(deliveryId: string): string
}

/** What came back of copies; see docs/decisions/018-reading-counts.md. */
export type Returns = {
  /** How issues were read; one that was never sent has no entry. */
  counts(ids: string[]): Promise<Map<string, EngagementCounts>>
  /**
   * Inside the transaction that marks a copy `failed`: keeps what the relay said, and suppresses the address or counts
   * the refusal as the policy says.
   *
   * @param copy.said The relay's reply, such as `550 5.1.1 no such user`.
   * @param copy.after `body` where the recipient was taken before the mail was refused.
   */
  refused(tx: Executor, copy: { deliveryId: string; said: string; at: Date; after?: 'body' | undefined }): Promise<void>
}
