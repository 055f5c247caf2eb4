import type { TabMessage } from './speaker-machine.ts'

/** The part of a BroadcastChannel that is used. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
/** Increase the number when a page of an earlier version would misinterpret a message. */
const channelName = 'speaker-1'

type TabsOptions = {
  /** Name of this tab, unique among all tabs. */
  tab: string
  receive: (message: TabMessage) => void
  /** A tab with a claim disappeared without a message. */
  gone: (tab: string) => void
  channel?: Channel
  /** Lock manager; without one (old browsers, pages without TLS) tabs send a heartbeat every two seconds. */
  locks?: LockManager | null
  pingMs?: number
}

/**
 * Creates the channel to the site's other tabs. A tab with a claim holds a lock under its name; the others queue for
 * it, so the browser reports when that tab dies.
 *
 * @see https://www.w3.org/TR/web-locks/
 */
export function createTabChannel({
  tab,
  receive,
  gone,
  channel = new BroadcastChannel(channelName),
  locks = navigator.locks as LockManager | undefined,
  pingMs = 2000,
}: TabsOptions): { send(message: TabMessage): void; close(): void } {
  /** Functions that stop watching a tab. */
  const watched = new Map<string, () => void>()
  /** Messages held back until our lock is granted: a tab that receives a claim may queue for the lock at once. */
  let queued: TabMessage[] | undefined
  let unlock: (() => void) | undefined

  const post = (message: TabMessage) => channel.postMessage(message)

  function lock(claim: TabMessage): void {
    if (!locks) {
      const pings = setInterval(() => post(claim), pingMs)
      unlock = () => clearInterval(pings)
      return
    }
    queued ??= []
    const flush = () => {
      queued?.forEach(post)
      queued = undefined
    }
    const released = new Promise<void>((resolve) => (unlock = resolve))
    locks
      .request(lockName(tab), () => {
        flush()
        return released
      })
      .catch(flush)
  }

  function observe(other: string): void {
    if (!locks) {
      watched.get(other)?.()
      const timer = setTimeout(() => lose(other), 3 * pingMs)
      watched.set(other, () => clearTimeout(timer))
    } else if (!watched.has(other)) {
      const controller = new AbortController()
      watched.set(other, () => controller.abort())
      locks.request(lockName(other), { mode: 'shared', signal: controller.signal }, () => lose(other)).catch(() => {})
    }
  }

  function lose(other: string): void {
    if (unwatch(other)) gone(other)
  }

  function unwatch(other: string): boolean {
    watched.get(other)?.()
    return watched.delete(other)
  }

  channel.onmessage = ({ data }: { data: TabMessage }) => {
    if (data.type === 'claim') observe(data.tab)
    if (data.type === 'release') unwatch(data.tab)
    receive(data)
  }
  post({ type: 'hello', tab })

  function send(message: TabMessage): void {
    if (message.type === 'claim') {
      if (!locks) unlock?.()
      if (!locks || !unlock) lock(message)
    }
    if (queued) queued.push(message)
    else post(message)
    if (message.type === 'release') {
      unlock?.()
      unlock = undefined
    }
  }

  return {
    send,
    close() {
      queued?.forEach(post)
      queued = undefined
      unlock?.()
      for (const other of watched.keys()) unwatch(other)
      channel.close()
    },
  }
}

function lockName(tab: string): string {
  return `${channelName}-${tab}`
}
