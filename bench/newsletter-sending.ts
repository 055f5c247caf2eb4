import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareIssue } from '#features/delivery/server/sending/render-emails.ts'
import { createDeliveryAddresses } from '#features/delivery/server/engagement/delivery-addresses.ts'
import { createLinkTokens } from '../platform/link-tokens.ts'
import { testFolder } from '../platform/database/test-folder.ts'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { benchEmail } from './newsletter/issue.ts'
import { onInterrupt, type Seen, startJsonProcess, startSink } from './newsletter/processes.ts'
import { readArguments } from '../scripts/usage.ts'

/*
 * Sends an issue over a local mail server that checks every DKIM signature, each part in a separate process.
 * `npm run bench:newsletter-sending -- [recipients 50000] [connections 8] [words 2000] [all|rate|memory|cap] [minimum
 * emails per second 10]`
 * Parts that are slower than the minimum rate are aborted, as after an interrupt; the results so far are printed.
 *
 * 1. The rate beside a pooled SMTP loop with the same bytes and connections in the same run, half of it before and half
 * after: once where the library of the loop signs each email, as any loop with DKIM must, and once with bytes that were
 * signed before. Goal: 0.8 of the loop that signs.
 * 2. Memory: the maximum of a sending process for a fifth of the recipients and for twice as many. Goal: at most 100 MB
 * more, independent of the number of recipients.
 * 3. A cap of 50 per second. Goal: no second, wherever it begins, has more.
 */
const usage =
  'Usage: npm run bench:newsletter-sending -- [recipients, 50000] [connections, 8] [words, 2000] [all, rate, memory or cap] [minimum emails per second, 10]'
const parts = ['all', 'rate', 'memory', 'cap'] as const
const [recipients, connections, words, part, least] = readArguments(usage, [50_000, 8, 2_000, parts, 10])
const limitSeconds = (count: number) => 120 + count / least
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const dkim = { DKIM_DOMAIN: 'swade.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: privateKey }
// The embedded database runs as another user and needs access.
const { folder, remove } = testFolder()
const sink = await startSink({ DKIM_PUBLIC_KEY: publicKey })
const relay = `smtp://127.0.0.1:${sink.port}`
let isGood = true
const measured: string[] = []
const note = (line: string) => {
  measured.push(line)
  console.log(line)
}
onInterrupt(() => console.log(measured.join('\n')), remove)
const goal = (what: string, holds: boolean) => {
  isGood &&= holds
  note(`  ${holds ? 'holds' : 'MISSED'}: ${what}`)
}

try {
  console.log(`\n${recipients} recipients, ${connections} connections, an issue of ${words} words`)
  if (part === 'all' || part === 'rate') await measureRate()
  if (part === 'all' || part === 'memory') await measureMemory()
  if (part === 'all' || part === 'cap') await measureCap()
} finally {
  await sink.stop()
  await remove()
}
if (!isGood) process.exitCode = 1

async function measureRate(): Promise<void> {
  const [signedFile, bareFile] = await writeExamples()
  const presigned = await bareLoop('a bare loop that sends presigned emails', recipients, { FILE: signedFile })
  // Machines change their speed during a measurement, so each result stands between the two halves of the result it is
  // compared with.
  const bareHalf = () =>
    bareLoop('a bare loop that signs each email', Math.ceil(recipients / 2), { FILE: bareFile, ...dkim })
  let before = await bareHalf()
  const compare = async (name: string, rate: number) => {
    const after = await bareHalf()
    const bare = 2 / (1 / before + 1 / after)
    before = after
    note(
      `  ${name}: ${(rate / bare).toFixed(2)} of the loop that signs, ${(rate / presigned).toFixed(2)} of the loop that does not`,
    )
    goal(`${name}: at least 0.8 of a bare loop with DKIM on`, rate / bare >= 0.8)
  }
  await compare(
    'embedded',
    (await send('this site, embedded database', recipients, { DATA_DIR: join(folder, 'embedded') })).rate,
  )
  await withPostgres(async (url) =>
    compare('PostgreSQL', (await send('this site, PostgreSQL', recipients, { DATABASE_URL: url })).rate),
  )
}

async function measureMemory(): Promise<void> {
  console.log('\nmemory of the sending process')
  const few = await send('a fifth of the recipients', Math.ceil(recipients / 5), { DATA_DIR: join(folder, 'few') })
  const many = await send('twice the recipients', recipients * 2, { DATA_DIR: join(folder, 'many') })
  const more = many.megabytes - few.megabytes
  goal(`sending to twice the recipients uses ${more} MB more than to a fifth`, more <= 100)
}

async function measureCap(): Promise<void> {
  console.log('\na limit of 50 emails a second')
  await withPostgres(async (url) => {
    const capped = await send('500 recipients', Math.min(500, recipients), {
      DATABASE_URL: url,
      NEWSLETTER_RATE_PER_SECOND: '50',
    })
    goal(
      `the fullest second saw ${capped.seen.mostInASecond}`,
      capped.seen.mostInASecond > 0 && capped.seen.mostInASecond <= 50,
    )
  })
}

async function withPostgres(measure: (url: string) => Promise<void>): Promise<void> {
  const server = await startRealPostgres()
  await measure(server.url).finally(server.stop)
}

/** Measures one email with a DKIM signature and one without, as a loop sends them. */
async function writeExamples(): Promise<[string, string]> {
  const written = benchEmail(words)
  const addresses = createDeliveryAddresses({
    key: Buffer.alloc(32, 1),
    origin: 'https://swade.example',
    bounceAddress: 'bounce@swade.example',
  })
  const linkTokens = createLinkTokens({ get: async () => Buffer.alloc(32, 2) })
  const claim = {
    id: randomUUID(),
    email: 'reader-12345@example.com',
    attempts: 1,
    firstName: 'Reader',
    subscriberId: randomUUID(),
    allowsTracking: true,
  }
  const files: string[] = []
  for (const key of [dkim, {}]) {
    const config = { origin: 'https://swade.example', MAIL_FROM: 'Swade <hello@swade.example>', ...key } as Parameters<
      typeof prepareIssue
    >[1]
    const write = await prepareIssue({ id: randomUUID(), written }, config, { addresses, linkTokens }, () => new Date())
    const file = join(folder, `copy-${files.length}.eml`)
    await writeFile(file, (await write(claim)).source)
    files.push(file)
  }
  return files as [string, string]
}

async function bareLoop(name: string, count: number, env: Record<string, string>): Promise<number> {
  const loop = startJsonProcess(
    'bare-loop.ts',
    { SMTP_URL: relay, RECIPIENTS: String(count), CONNECTIONS: String(connections), ...env },
    limitSeconds(count),
  )
  const ended = await loop.hear<{ cpuSeconds: number }>('cpuSeconds')
  return report(name, await sink.seen(), count, ended?.cpuSeconds ?? Number.NaN)
}

async function send(name: string, count: number, env: Record<string, string>) {
  const sender = startJsonProcess(
    'sending-process.ts',
    {
      SMTP_URL: `${relay}?maxConnections=${connections}`,
      RECIPIENTS: String(count),
      WORDS: String(words),
      NEW_ISSUE: '1',
      ...dkim,
      ...env,
    },
    limitSeconds(count),
  )
  const done = await sender.hear<{
    states: { state: string; total: number }[]
    cpuSeconds: number
    mostMegabytes: number
  }>('done')
  await sender.ended
  const seen = await sink.seen()
  const rate = report(name, seen, count, done?.cpuSeconds ?? Number.NaN)
  if (!done) goal(`${name} ended before all recipients had the email`, false)
  else note(`    the sending process used up to ${done.mostMegabytes} MB`)
  if (done && (done.states.length !== 1 || done.states[0]?.total !== count))
    goal(`all of ${JSON.stringify(done.states.map(({ state, total }) => [state, total]))} are sent`, false)
  return { rate, seen, megabytes: done?.mostMegabytes ?? 0 }
}

function report(name: string, seen: Seen, expected: number, cpuSeconds: number): number {
  const rate = seen.count / seen.seconds
  note(
    `  ${name.padEnd(36)} ${rate.toFixed(0).padStart(6)} a second, ${(seen.bytes / seen.count / 1000).toFixed(1)} KB each, ${((cpuSeconds / seen.count) * 1000).toFixed(2)} ms of CPU time each`,
  )
  if (seen.count !== expected || (seen.twice.length > 0 && seen.different !== expected))
    goal(`${expected} emails were expected and ${seen.different} arrived`, false)
  if (seen.bad > 0 && !name.includes('before')) goal(`${seen.bad} of ${seen.count} signatures are wrong`, false)
  return rate
}
