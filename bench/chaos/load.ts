import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessPath, checkoutPath } from '#features/checkout/contract.ts'
import { soundOf } from '#features/submissions/server/upload/test-files.ts'
import { subscribePath } from '#features/subscribers/constants.ts'

/** A request that the site acknowledged; `fault` is the one that was being injected. */
export type Acknowledged = { fault: string } & (
  | { kind: 'purchase'; email: string }
  | { kind: 'upload'; token: string; sha256: string }
  | { kind: 'subscription'; email: string }
)

/**
 * Counts of one fault. `failedPages` and `sentAgain`, the requests that were sent again, are path and reason; `gaveUp`
 * are purchases, uploads and subscriptions that failed for half a minute.
 */
export type Attempts = { pages: number; failedPages: string[]; sentAgain: string[]; gaveUp: number }

/** Load on a site that never stops by itself. */
export type Load = {
  acknowledged: Acknowledged[]
  attempts: Map<string, Attempts>
  /** Attributes what follows to a fault. */
  begin(fault: string): void
  /** Ends new requests and waits for those in flight. */
  stop(): Promise<void>
  /** Ends all requests at once. */
  abort(): void
}

const bookId = 'swade-real-ai-music'
const pages = ['/', '/books', '/journey', '/swade-fam', '/submit', '/newsletter', '/tokens']
const patienceMs = 30_000

/**
 * Starts visitors who read pages, buy a book, upload a track or subscribe, one after the other. A visitor whose request
 * fails sends it again, as a person would.
 *
 * @param prefix Distinguishes addresses of two loads.
 */
export function startLoad(origin: string, prefix: string): Load {
  const acknowledged: Acknowledged[] = []
  const attempts = new Map<string, Attempts>()
  const aborting = new AbortController()
  let fault = ''
  let count = 0
  let isStopped = false
  const countsOf = (name: string) => {
    const counts = attempts.get(name) ?? { pages: 0, failedPages: [], sentAgain: [], gaveUp: 0 }
    attempts.set(name, counts)
    return counts
  }

  /** Every visitor has an address of the benchmark range, because limits count addresses. */
  const newVisitor = () => {
    count += 1
    return { number: count, address: `198.18.${(count >> 8) & 255}.${count & 255}` }
  }
  type Visitor = ReturnType<typeof newVisitor> & { cookie?: string }

  const send = async (visitor: Visitor, path: string, init: RequestInit = {}) => {
    const headers = {
      origin,
      'x-forwarded-for': visitor.address,
      ...(visitor.cookie && { cookie: visitor.cookie }),
      ...init.headers,
    }
    const signal = AbortSignal.any([aborting.signal, AbortSignal.timeout(10_000)])
    const answer = await fetch(origin + path, { redirect: 'manual', ...init, headers, signal })
    return { status: answer.status, cookies: answer.headers.getSetCookie(), body: await answer.text() }
  }
  type Answer = Awaited<ReturnType<typeof send>>

  /** Sends until there is an answer other than a server error; undefined after half a minute. */
  const persist = async (during: string, name: string, once: () => Promise<Answer>): Promise<Answer | undefined> => {
    for (const until = Date.now() + patienceMs; Date.now() < until && !aborting.signal.aborted; await sleep(300)) {
      const answer = await once().catch((error: Error) => reasonOf(error))
      if (typeof answer === 'object' && answer.status < 500) return answer
      const reason = typeof answer === 'object' ? `${answer.status} ${answer.body.slice(0, 200)}` : answer
      if (!aborting.signal.aborted) countsOf(during).sentAgain.push(`${name}: ${reason}`)
    }
    if (!aborting.signal.aborted) countsOf(during).gaveUp += 1
    return undefined
  }
  const unexpected = (what: string, answer: Answer) =>
    new Error(`${what}: ${answer.status} ${answer.body.slice(0, 300)}`)
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  const read = async () => {
    const during = fault
    const visitor = newVisitor()
    const path = pages[visitor.number % pages.length]!
    const outcome = await send(visitor, path).then(({ status }) => status, reasonOf)
    if (aborting.signal.aborted) return
    countsOf(during).pages += 1
    if (outcome !== 200) countsOf(during).failedPages.push(`${path}: ${outcome}`)
  }

  const buy = async () => {
    const during = fault
    const visitor: Visitor = newVisitor()
    const order = await persist(during, 'checkout', () =>
      send(visitor, checkoutPath, json({ book_id: bookId, origin_url: origin, consent: true })),
    )
    if (!order) return
    if (order.status !== 200) throw unexpected('checkout', order)
    visitor.cookie = order.cookies.map((line) => line.split(';')[0]).join('; ')
    const page = new URL((JSON.parse(order.body) as { url: string }).url).pathname
    const email = `${prefix}-buyer-${visitor.number}@example.com`
    const paid = await persist(during, 'payment', () =>
      send(visitor, page, { method: 'POST', body: new URLSearchParams({ email, webhook: 'now', act: 'pay' }) }),
    )
    if (!paid) return
    if (paid.status === 303) return void acknowledged.push({ fault: during, kind: 'purchase', email })
    if (paid.status !== 409) throw unexpected('payment', paid)
    // The page is closed because an earlier attempt was paid and its answer lost, or because it has expired.
    const access = await persist(during, 'access', () => send(visitor, accessPath(bookId)))
    if (access?.body.includes('"owned"')) acknowledged.push({ fault: during, kind: 'purchase', email })
    else countsOf(during).sentAgain.push('payment: the page is closed and the book is not paid')
  }

  const upload = async () => {
    const during = fault
    const visitor = newVisitor()
    const track = Uint8Array.from(soundOf(400 + (visitor.number % 900), 310 + Math.floor(visitor.number / 900)))
    const answer = await persist(during, 'upload', () => {
      const form = new FormData()
      const fields = { artist_name: 'Chaos', song_title: `Track ${visitor.number}`, genre: 'other', owns_track: 'true' }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('artist_email', `${prefix}-artist-${visitor.number}@example.com`)
      form.set('audio_file', new Blob([track], { type: 'audio/mpeg' }), 'track.mp3')
      return send(visitor, '/api/maestro/submit', { method: 'POST', body: form })
    })
    if (!answer) return
    if (answer.status !== 200) throw unexpected('upload', answer)
    const token = new URL((JSON.parse(answer.body) as { status_url: string }).status_url).pathname.split('/').at(-1)!
    acknowledged.push({
      fault: during,
      kind: 'upload',
      token,
      sha256: createHash('sha256').update(track).digest('hex'),
    })
  }

  const subscribe = async () => {
    const during = fault
    const visitor = newVisitor()
    const email = `${prefix}-reader-${visitor.number}@example.com`
    const answer = await persist(during, 'subscription', () => send(visitor, subscribePath, json({ email })))
    if (!answer) return
    if (answer.status !== 200) throw unexpected('subscription', answer)
    acknowledged.push({ fault: during, kind: 'subscription', email })
  }

  const repeat = async (act: () => Promise<void>, pauseMs: number) => {
    for (; !isStopped; await sleep(pauseMs))
      try {
        await act()
      } catch (error) {
        // Broken requests of this script would otherwise look like a site without load.
        if (!aborting.signal.aborted) console.error(error)
      }
  }
  const all = [repeat(read, 200), repeat(buy, 400), repeat(buy, 600), repeat(upload, 500), repeat(subscribe, 1_000)]
  return {
    acknowledged,
    attempts,
    begin: (name) => {
      fault = name
      countsOf(name)
    },
    async stop() {
      isStopped = true
      await Promise.all(all)
    },
    abort() {
      isStopped = true
      aborting.abort()
    },
  }
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
