import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'

type StartupDeps = {
  config: Config
  dataDir: string
  database: Pick<Database, 'describe'>
  /** Lines added by features. */
  lines: readonly (readonly [label: string, text: string])[]
}

/** Formats the startup message: URL, data folder, database, and sandbox services. */
export function startupMessage({ config, dataDir, database, lines }: StartupDeps): string {
  const isAnnounced = config.PUBLIC_ORIGIN !== undefined || ['127.0.0.1', '::1', 'localhost'].includes(config.HOST)
  const rows = [
    ['Address', config.origin],
    ...(isAnnounced
      ? []
      : [
          [
            'Public',
            'no: links in emails point to this machine; set PUBLIC_ORIGIN before others use the site',
          ] as const,
        ]),
    ...(config.ROLE === 'all' ? [] : [['Role', config.ROLE] as const]),
    ['Data', dataDir],
    ['Database', database.describe()],
    [
      'Mail',
      config.SMTP_URL
        ? `SMTP via ${new URL(config.SMTP_URL).host}`
        : `local outbox: saved to ${dataDir}/outbox${config.isProduction ? '' : `, readable at ${config.origin}/dev/outbox`}`,
    ],
    ...lines,
  ] as const
  const width = Math.max(...rows.map(([name]) => name.length))
  return `\n  Swade is running.\n\n${rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n\n  Press Ctrl+C to stop.\n\n`
}
