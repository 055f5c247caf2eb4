import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ensureBuild } from '../scripts/build.ts'
import { findNeed } from '../scripts/test/needs.ts'
import { freePort, median, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Requests per second for `/`, beside nginx with one worker sending the very same bytes from disk, in turns.
 * Needs `wrk` and `nginx` on the machine. Goal: half of nginx.
 */
for (const program of ['wrk', 'nginx']) {
  if (!findNeed({ programs: [program], folders: ['/usr/bin', '/usr/sbin', '/usr/local/bin'] }))
    throw new Error(`${program} is not on this machine; on Debian or Ubuntu: apt-get install ${program}`)
}
ensureBuild()
const data = scratchFolder()
const site = await startMeasuredSite(data.path)
const html = Buffer.from(await (await fetch(site.origin, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())
const nginx = await startNginx(html)

const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round < 5; round += 1) {
  ours.push(requestsPerSecond(site.origin))
  theirs.push(requestsPerSecond(nginx.origin))
}
const notModified = await conditional(site.origin)
await site.stop()
nginx.stop()
data.remove()

const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
console.log(`page                    ${html.length} bytes, sent as gzip to both, 64 connections, 5 rounds in turns`)
console.log(`this site, one process  ${median(ours).toFixed(0)} requests/s (${ours.map((value) => value.toFixed(0)).join(', ')})`)
console.log(`nginx, one worker       ${median(theirs).toFixed(0)} requests/s (${theirs.map((value) => value.toFixed(0)).join(', ')})`)
console.log(
  `ratio round by round    ${median(ratios).toFixed(2)} median (${ratios.map((value) => value.toFixed(2)).join(', ')}); the goal is 0.50`,
)
console.log(`If-None-Match           ${notModified}`)

function requestsPerSecond(origin: string): number {
  const printed = execFileSync('wrk', ['-t1', '-c64', '-d4s', '-H', 'Accept-Encoding: gzip', `${origin}/`], { encoding: 'utf8' })
  if (/Non-2xx/.test(printed)) throw new Error(printed)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1])
}

async function conditional(origin: string): Promise<string> {
  const etag = (await fetch(origin)).headers.get('etag') ?? ''
  const reply = await fetch(origin, { headers: { 'if-none-match': etag } })
  return `${reply.status} with ${(await reply.arrayBuffer()).byteLength} bytes`
}

async function startNginx(body: Buffer): Promise<{ origin: string; stop(): void }> {
  const folder = scratchFolder()
  const port = await freePort()
  const site = join(folder.path, 'site')
  mkdirSync(site)
  writeFileSync(join(site, 'index.html'), body)
  writeFileSync(join(site, 'index.html.gz'), gzipSync(body, { level: 9 }))
  const settings = join(folder.path, 'nginx.conf')
  writeFileSync(
    settings,
    `worker_processes 1; daemon off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { text/html html; }
      client_body_temp_path ${folder.path}/b; proxy_temp_path ${folder.path}/p; fastcgi_temp_path ${folder.path}/f; uwsgi_temp_path ${folder.path}/u; scgi_temp_path ${folder.path}/s;
      server { listen 127.0.0.1:${port}; root ${site}; gzip_static on; open_file_cache max=10; } }`,
  )
  const child = spawn('nginx', ['-c', settings], { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).catch(() => undefined))?.ok) await sleep(20)
  return {
    origin,
    stop() {
      child.kill('SIGQUIT')
      folder.remove()
    },
  }
}
