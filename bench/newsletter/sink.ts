import { createHash, createPublicKey, verify } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

/*
 * A relay in a process of its own that counts. DKIM_PUBLIC_KEY (PEM): every CHECK_EVERYth signature is checked. Prints
 * its port, and on SIGUSR2 what it has seen so far, then forgets it.
 */
const publicKey = process.env['DKIM_PUBLIC_KEY'] ? createPublicKey(process.env['DKIM_PUBLIC_KEY']) : undefined
const checkEvery = Number(process.env['CHECK_EVERY'] ?? '1')
let seen = fresh()
function fresh() {
  return {
    count: 0,
    bytes: 0,
    recipients: new Map<string, number>(),
    good: 0,
    bad: 0,
    times: [] as number[],
    first: 0,
    last: 0,
  }
}

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const now = performance.now()
      const raw = Buffer.concat(chunks)
      const to = session.envelope.rcptTo[0]?.address ?? ''
      seen.count += 1
      seen.bytes += raw.length
      seen.first ||= now
      seen.last = now
      seen.times.push(now)
      seen.recipients.set(to, (seen.recipients.get(to) ?? 0) + 1)
      if (publicKey && seen.count % checkEvery === 0) {
        if (isSigned(raw)) seen.good += 1
        else seen.bad += 1
      }
      done()
    })
  },
})
server.on('error', () => undefined)
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.server.address() as AddressInfo).port })}\n`),
)
let reported = 0
setInterval(() => {
  if (seen.count !== reported && seen.count > 0) process.stdout.write(`${JSON.stringify({ soFar: seen.count })}\n`)
  reported = seen.count
}, 15_000)
// Whoever measures is gone.
process.stdin.on('end', () => process.exit(1)).resume()
process.on('SIGUSR2', () => {
  const { recipients, times, ...rest } = seen
  const twice = [...recipients].filter(([, times]) => times > 1).map(([to]) => to)
  // The most in any window of a second, wherever it begins.
  let most = 0
  for (let from = 0, to = 0; to < times.length; to += 1) {
    while ((times[to] as number) - (times[from] as number) >= 1000) from += 1
    most = Math.max(most, to - from + 1)
  }
  const listed = process.env['LIST'] ? { recipients: [...recipients.keys()] } : {}
  process.stdout.write(
    `${JSON.stringify({ ...rest, ...listed, different: recipients.size, twice, mostInASecond: most, seconds: (seen.last - seen.first) / 1000 })}\n`,
  )
  seen = fresh()
})

/** @see https://www.rfc-editor.org/rfc/rfc6376 relaxed/relaxed. */
function isSigned(raw: Buffer): boolean {
  const text = raw.toString('latin1')
  const split = text.indexOf('\r\n\r\n')
  const headers = text.slice(0, split).split(/\r\n(?![ \t])/)
  const body = text
    .slice(split + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  const relaxed = (line: string) => {
    const colon = line.indexOf(':')
    return `${line.slice(0, colon).toLowerCase().trim()}:${line
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const signature = headers.find((line) => /^dkim-signature:/i.test(line))
  if (!signature) return false
  const tag = (name: string) => new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tag('bh')) return false
  const names = tag('h').split(':')
  for (const needed of ['from', 'list-unsubscribe', 'list-unsubscribe-post']) if (!names.includes(needed)) return false
  const signed = names.map((name) => relaxed(headers.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? ''))
  const bare = relaxed(signature).replace(/([;\s]b=)[^;]*/, '$1')
  return verify(
    'RSA-SHA256',
    Buffer.from([...signed, bare].join('\r\n'), 'latin1'),
    publicKey!,
    Buffer.from(tag('b'), 'base64'),
  )
}
