import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRequirement, requirements } from '../test/requirements.ts'

/** The reference proxy, relative to the project folder. */
export const proxyConfigPath = 'deploy/proxy/nginx.conf'

/**
 * Adapts the reference proxy to this machine: its web processes, its port and its folder. Nothing else is changed, so
 * that its rules are the ones tried.
 *
 * @throws Error when the reference no longer contains what is to be replaced.
 */
export function adaptProxyConfig(
  text: string,
  { servers, listen, folder }: { servers: readonly string[]; listen: string; folder: string },
): string {
  const replace = (source: string, pattern: RegExp, replacement: string) => {
    if (!pattern.test(source)) throw new Error(`${proxyConfigPath} does not match ${pattern}`)
    return source.replace(pattern, replacement)
  }
  const lines = servers.map((server) => `  server ${server} max_fails=1 fail_timeout=2s;\n`).join('')
  const withServers = replace(text, /( *server web-\d:\d+ [^\n]*\n)+/, lines)
  const withPort = replace(withServers, /listen 8080;/, `listen ${listen};`)
  return replace(withPort, /\/var\/cache\/nginx\/pages/, join(folder, 'pages'))
}

/**
 * Starts nginx with the reference configuration.
 *
 * @returns `pid`, and functions that end it without and with notice.
 * @throws Error when nginx is not installed, or with its message when it refuses the configuration.
 */
export async function startProxy({
  root,
  folder,
  servers,
  listen,
}: {
  root: string
  folder: string
  servers: readonly string[]
  /** Address and port. */
  listen: string
}): Promise<{ pid: number; kill(): Promise<void>; stop(): Promise<void> }> {
  const program = findRequirement(requirements.nginx)
  if (!program) throw new Error('nginx is not installed. On Debian or Ubuntu: apt-get install nginx')
  mkdirSync(folder, { recursive: true })
  const site = adaptProxyConfig(readFileSync(join(root, proxyConfigPath), 'utf8'), { servers, listen, folder })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http { access_log off; ${temporary}
${site}
}
`,
  )
  const child = spawn(program, ['-c', file, '-e', join(folder, 'error.log')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${output || readFileSync(join(folder, 'error.log'), 'utf8')}`)
    if (await fetch(`http://${listen}/healthz`).catch(() => undefined)) break
    await sleep(50)
  }
  return {
    pid: child.pid ?? 0,
    async kill() {
      const { pid } = child
      // The process that answers is a child of the one that was started, and would keep the port.
      const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
      for (const one of [pid, ...workers]) if (one) process.kill(Number(one), 'SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
