import type { IssueStatus } from '#features/newsletter/issue.ts'

/**
 * Every move an issue may make; what is not here cannot happen, whoever asks. `sent` goes back to `sending` only to write again to those
 * whose copies nobody knows about, and `failed` is where a cancelled send ends.
 */
export const allowedMoves: Record<IssueStatus, readonly IssueStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending', 'paused', 'failed'],
  sending: ['sent', 'paused', 'failed'],
  paused: ['sending', 'scheduled', 'draft', 'sent', 'failed'],
  sent: ['sending'],
  failed: ['sending'],
}

/** Where an issue may come from to get there. */
export function originsOf(to: IssueStatus): IssueStatus[] {
  return (Object.keys(allowedMoves) as IssueStatus[]).filter((from) => allowedMoves[from].includes(to))
}

/** Why an issue cannot be changed as it was asked, in words for the desk. */
export const refusalOf: Record<IssueStatus, string> = {
  draft: 'This issue is still a draft.',
  scheduled: 'This issue is scheduled already. Take it back to a draft first.',
  sending: 'This issue is being sent.',
  paused: 'This issue is paused while it is being sent.',
  sent: 'This issue was sent already.',
  failed: 'This issue was stopped while it was being sent.',
}
