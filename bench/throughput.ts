import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ensureBuild } from '../scripts/build.ts'
import { findRequirement } from '../scripts/test/requirements.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { freePort, median, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Requests per second for `/`: the process alone, and behind nginx as a caching proxy that follows our own headers,
 * each beside nginx with one worker sending the very same bytes from disk, in turns. Needs `wrk` and `nginx` on the
 * machine. Goals: 0.30 of nginx alone, 0.90 behind the proxy.
 */
expectNoArguments(`Measures requests per second for the landing page, alone and behind nginx.

  npm run bench:throughput`)
const goals = { alone: 0.3, behindProxy: 0.9 }
for (const program of ['wrk', 'nginx']) {
  if (!findRequirement({ programs: [program], folders: ['/usr/bin', '/usr/sbin', '/usr/local/bin'] }))
    throw new Error(`${program} is not installed; on Debian or Ubuntu: apt-get install ${program}`)
}
await ensureBuild()
const data = scratchFolder()
const site = await startMeasuredSite(data.path)
const html = Buffer.from(await (await fetch(site.origin, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())
const files = await startNginx((folder) => fileServer(folder, html))
const proxy = await startNginx((folder) => cachingProxy(folder, site.origin))

const alone: number[] = []
const behindProxy: number[] = []
const fromFiles: number[] = []
for (let round = 0; round < 5; round += 1) {
  alone.push(requestsPerSecond(site.origin))
  behindProxy.push(requestsPerSecond(proxy.origin))
  fromFiles.push(requestsPerSecond(files.origin))
}
const notModified = [await conditional(site.origin), await conditional(proxy.origin)]
await site.stop()
proxy.stop()
files.stop()
data.remove()

console.log(`page                     ${html.length} bytes, gzip everywhere, 64 connections, 5 rounds in turn`)
report('nginx from files, 1 worker', fromFiles)
report('this site, one process', alone, goals.alone)
report('this site, behind nginx', behindProxy, goals.behindProxy)
console.log(`If-None-Match            alone ${notModified[0]}, behind the proxy ${notModified[1]}`)

function report(name: string, values: number[], goal?: number) {
  const ratios = values.map((value, round) => value / (fromFiles[round] ?? Number.NaN))
  const beside =
    goal === undefined ? '' : `; ${median(ratios).toFixed(2)} of nginx round by round, the goal is ${goal.toFixed(2)}`
  console.log(
    `${name.padEnd(26)} ${median(values).toFixed(0)} requests/s (${values.map((value) => value.toFixed(0)).join(', ')})${beside}`,
  )
}

function requestsPerSecond(origin: string): number {
  const printed = execFileSync('wrk', ['-t1', '-c64', '-d4s', '-H', 'Accept-Encoding: gzip', `${origin}/`], {
    encoding: 'utf8',
  })
  if (/Non-2xx/.test(printed)) throw new Error(printed)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1])
}

async function conditional(origin: string): Promise<string> {
  const etag = (await fetch(origin)).headers.get('etag') ?? ''
  const reply = await fetch(origin, { headers: { 'if-none-match': etag } })
  return `${reply.status} with ${(await reply.arrayBuffer()).byteLength} bytes`
}

async function startNginx(serverOf: (folder: string) => string): Promise<{ origin: string; stop(): void }> {
  const folder = scratchFolder()
  const port = await freePort()
  const settings = join(folder.path, 'nginx.conf')
  writeFileSync(
    settings,
    `worker_processes 1; daemon off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { text/html html; }
      client_body_temp_path ${folder.path}/b; proxy_temp_path ${folder.path}/p; fastcgi_temp_path ${folder.path}/f; uwsgi_temp_path ${folder.path}/u; scgi_temp_path ${folder.path}/s;
      ${serverOf(folder.path).replace('PORT', String(port))} }`,
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

function fileServer(folder: string, body: Buffer): string {
  const site = join(folder, 'site')
  mkdirSync(site)
  writeFileSync(join(site, 'index.html'), body)
  writeFileSync(join(site, 'index.html.gz'), gzipSync(body, { level: 9 }))
  return `server { listen 127.0.0.1:PORT; root ${site}; gzip_static on; open_file_cache max=10; }`
}

/** Caches what the headers of the site allow and for as long as they say; everything else passes through. */
function cachingProxy(folder: string, upstream: string): string {
  return `proxy_cache_path ${folder}/cache keys_zone=pages:1m max_size=64m inactive=10m use_temp_path=off;
    open_file_cache max=100;
    map $http_accept_encoding $encoding { default ''; ~*\\bbr\\b br; ~*\\bgzip\\b gzip; }
    upstream site { server ${new URL(upstream).host}; keepalive 16; }
    server { listen 127.0.0.1:PORT;
      location / {
        proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host $http_host;
        proxy_set_header Accept-Encoding $encoding; proxy_ignore_headers Vary;
        proxy_cache pages; proxy_cache_key $request_uri$encoding; proxy_cache_methods GET HEAD; proxy_cache_revalidate on;
        proxy_cache_use_stale updating; proxy_cache_background_update on;
      } }`
}
