import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build/pages',
  ssr: true,
  // The whole route list ships with the first page: a click never waits for a manifest, and a deploy cannot break one.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
