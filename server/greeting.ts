import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'

type Parts = {
  config: Config
  dataDir: string
  database: Pick<Database, 'describe'>
  admin: { email: string; password: string | undefined } | undefined
}

/** The few lines a person reads after starting the site: where it is, where data lives, what is a stand-in. */
export function greeting({ config, dataDir, database, admin }: Parts): string {
  const rows: [string, string][] = [
    ['Address', config.origin],
    ['Data', dataDir],
    ['Database', database.describe()],
    [
      'Mail',
      config.SMTP_URL
        ? `by SMTP through ${new URL(config.SMTP_URL).host}`
        : `stand-in: written to ${dataDir}/outbox${config.isProduction ? '' : `, readable at ${config.origin}/dev/outbox`}`,
    ],
  ]
  rows.push(['Cards', cardsOf(config)])
  rows.push(['Owner', `${config.origin}/admin, with a code that is mailed to ${config.OWNER_EMAIL}`])
  if (admin)
    rows.push([
      'Admin',
      `${admin.email}${admin.password ? `, password ${admin.password} (made for you, shown only now; it opens the newsletter desk)` : ', password from ADMIN_PASSWORD'}`,
    ])
  const width = Math.max(...rows.map(([name]) => name.length))
  return `\n  Swade is up.\n\n${rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n\n  Ctrl-C stops it.\n\n`
}

function cardsOf({ STRIPE_SECRET_KEY: key, takesTestCards, isProduction }: Config): string {
  if (key) return key.startsWith('sk_live') || key.startsWith('rk_live') ? 'by Stripe' : 'by Stripe, with a test key'
  if (!takesTestCards) return 'not taken; books are sold by Cash App'
  return `stand-in: a test checkout that takes no money${isProduction ? ', allowed by ALLOW_TEST_CHECKOUT' : ''}`
}
