import { setTimeout as sleep } from 'node:timers/promises'
import type { Relay } from '../../tests/support/relay.ts'
import type { SentIssue } from './judge.ts'

/** Subscribers who leave again with the link of the header `List-Unsubscribe`, as mail programs do. */
export type Unsubscribers = {
  /** Describes unsubscribes that failed, and emails of issues that were sent after somebody had unsubscribed. */
  judge(issues: readonly SentIssue[]): { count: number; lost: string[] }
  stop(): Promise<void>
}

const patienceMs = 30_000

/**
 * Unsubscribes everybody whose address begins with `prefix` after a number of issues. The load of a long run would
 * otherwise grow with each subscription, because all subscribers receive every later issue.
 *
 * @param relay Mail server that keeps the header `List-Unsubscribe` of newsletter issues.
 */
export function startUnsubscribers(relay: Pick<Relay, 'received'>, prefix: string, issuesRead: number): Unsubscribers {
  const received = new Map<string, number>()
  const leftAt = new Map<string, number>()
  const lost: string[] = []
  let seen = 0
  let isStopped = false

  const leave = async (email: string, link: string) => {
    let reason = ''
    // Limits count addresses, and mail programs of many people unsubscribe.
    const address = `198.19.${(leftAt.size >> 8) & 255}.${leftAt.size & 255}`
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(300)) {
      const answer = await fetch(link, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        signal: AbortSignal.timeout(10_000),
      }).catch((error: Error) => error.message)
      if (typeof answer !== 'string') {
        await answer.body?.cancel()
        if (answer.ok) return void leftAt.set(email, Date.now())
        if (answer.status < 500) {
          lost.push(`${email} could not unsubscribe: ${answer.status}`)
          return
        }
      }
      reason = typeof answer === 'string' ? answer : String(answer.status)
    }
    lost.push(`${email} could not unsubscribe for half a minute: ${reason}`)
  }
  const run = async () => {
    while (!isStopped) {
      for (; seen < relay.received.length; seen += 1) {
        const { to, raw } = relay.received[seen]!
        const link = /\r\nList-Unsubscribe:[^<]*<(http[^>]+)>/i.exec(raw)?.[1]
        if (!link || !to.startsWith(prefix)) continue
        received.set(to, (received.get(to) ?? 0) + 1)
        if (received.get(to) === issuesRead) await leave(to, link)
      }
      await sleep(500)
    }
  }
  const running = run()
  return {
    judge(issues) {
      const late = relay.received.flatMap(({ to, raw }) => {
        const left = leftAt.get(to)
        const issue = issues.find(({ title }) => raw.includes(`\r\nSubject: ${title}\r\n`))
        return left && issue && issue.sentAt > left ? [`${to} unsubscribed and was mailed ${issue.title}`] : []
      })
      return { count: leftAt.size, lost: [...lost, ...late] }
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}
