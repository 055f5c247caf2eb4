import { type Config, environmentSchema } from '#platform/config.ts'
import { formatList } from '#shared/format-list.ts'
import { defaultSiteName } from '#shared/site-identity.ts'
import type { SetupStep } from '#features/owner/setup.ts'

/** A step before its services are checked. `services` are the names of their health checks. */
export type DescribedStep = Omit<SetupStep, 'state'> & { isSetUp: boolean; services: readonly string[] }

/** Default contact address of a site without a configured one. */
const sampleSupportEmail = environmentSchema.shape.SUPPORT_EMAIL.parse(undefined)

type Facts = {
  config: Pick<
    Config,
    | 'SITE_NAME'
    | 'SITE_LOGO'
    | 'ACCENT_COLOR'
    | 'SUPPORT_EMAIL'
    | 'POSTAL_ADDRESS'
    | 'SMTP_URL'
    | 'STRIPE_SECRET_KEY'
    | 'CASHAPP_TAG'
    | 'PUBLIC_ORIGIN'
  >
  /** Returns the number of samples of a content type that nobody has edited. */
  samplesOf(kind: string): number
  /** Returns the number of entries that visitors see. */
  publishedOf(kind: 'artist' | 'book'): number
  hasSentNewsletter: boolean
}

/** Describes all steps of the setup from the settings and the content of the site. */
export function describeSteps({ config, samplesOf, publishedOf, hasSentNewsletter }: Facts): DescribedStep[] {
  const hasOwnEmail = config.SUPPORT_EMAIL !== sampleSupportEmail
  const hasAddress = config.POSTAL_ADDRESS.trim() !== ''
  const missing = [hasOwnEmail ? [] : 'your support email', hasAddress ? [] : 'the postal address'].flat()
  const content = (
    id: 'artists' | 'platforms' | 'tokens' | 'books',
    kind: string,
    // Without samples, the owner's own artists and books are still needed; platforms and tokens always exist.
    { href, remedy, empty }: Pick<SetupStep, 'href' | 'remedy'> & { empty?: { published: number; remedy: string } },
  ) => {
    const left = samplesOf(kind)
    const emptyRemedy = left === 0 && empty?.published === 0 ? empty.remedy : undefined
    const samples = `${left} ${left === 1 ? 'sample' : 'samples'} not edited yet.`
    return {
      id,
      title: `Your own ${id}`,
      isSetUp: left === 0 && !emptyRemedy,
      services: [],
      message: emptyRemedy ? `No published ${id} yet.` : left === 0 ? `No sample ${id} left.` : samples,
      remedy: emptyRemedy ?? remedy,
      href,
      linkLabel: id === 'books' ? 'Open Books Management' : 'Open Content',
      testLabel: undefined,
    }
  }
  const hasName = config.SITE_NAME !== defaultSiteName
  return [
    {
      id: 'identity',
      title: 'Name, logo and color',
      isSetUp: hasName,
      services: [],
      message: [
        `The site is called ${config.SITE_NAME}.`,
        config.SITE_LOGO ? 'A logo is uploaded.' : 'It has no logo, so pages show the name.',
        config.ACCENT_COLOR ? `The accent color is ${config.ACCENT_COLOR}.` : 'The accent color is the default.',
      ].join(' '),
      remedy: 'Set the name of the site. A logo and an accent color are optional.',
      href: '/admin/settings#values',
      linkLabel: 'Open Settings',
      testLabel: undefined,
    },
    {
      id: 'contact',
      title: 'Contact',
      isSetUp: hasOwnEmail && hasAddress,
      services: [],
      message: [
        `The support email is ${hasOwnEmail ? '' : 'still the sample address '}${config.SUPPORT_EMAIL}.`,
        `The postal address is ${hasAddress ? 'set' : 'missing'}.`,
      ].join(' '),
      remedy: [
        missing.length > 0 ? `Set ${formatList(missing)}.` : '',
        'The legal notice shows both; every email shows the postal address.',
      ]
        .filter(Boolean)
        .join(' '),
      href: '/admin/settings#values',
      linkLabel: 'Open Settings',
      testLabel: undefined,
    },
    {
      id: 'mail',
      title: 'Mail server',
      isSetUp: config.SMTP_URL !== undefined,
      services: ['Mail'],
      message: 'Emails are saved as files on this machine.',
      remedy:
        'Set SMTP_URL and MAIL_FROM in the configuration and restart the site. Your mail provider can tell you the server, username and password.',
      href: '/admin/settings#health',
      linkLabel: 'Service status',
      testLabel: 'Send test email',
    },
    {
      id: 'cards',
      title: 'Card payments',
      isSetUp: config.STRIPE_SECRET_KEY !== undefined,
      services: ['Card payments', 'Card webhook'],
      message: config.CASHAPP_TAG
        ? 'Cash App is the only way to pay with real money.'
        : 'Buyers cannot pay with real money.',
      remedy: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET in the configuration and restart the site.',
      href: '/admin/settings#health',
      linkLabel: 'Service status',
      testLabel: 'Test connection',
    },
    {
      id: 'station',
      title: 'Radio station',
      isSetUp: true,
      services: ['Station'],
      message: 'The station is set up.',
      remedy: '',
      href: '/admin/settings#health',
      linkLabel: 'Service status',
      testLabel: 'Test connection',
    },
    content('artists', 'artist', {
      href: '/admin/content#artist',
      remedy: 'Edit the samples or remove them, and add your own artists with their tracks.',
      empty: { published: publishedOf('artist'), remedy: 'Add your own artists with their tracks.' },
    }),
    content('platforms', 'platform', {
      href: '/admin/content#platform',
      remedy:
        'Edit the name, description and URL of each sample. There is one platform per category, so platforms cannot be added or removed.',
    }),
    content('tokens', 'token', {
      href: '/admin/content#token',
      remedy: 'Edit both tokens. Their mint addresses and exchange pages are under Settings.',
    }),
    content('books', 'book', {
      href: '/admin/books',
      remedy: 'Edit the samples or remove them, and add your own books.',
      empty: { published: publishedOf('book'), remedy: 'Add your own books.' },
    }),
    {
      id: 'address',
      title: 'Domain and TLS',
      isSetUp: config.PUBLIC_ORIGIN?.startsWith('https:') ?? false,
      services: ['Public address'],
      message: config.PUBLIC_ORIGIN
        ? `${config.PUBLIC_ORIGIN} does not use HTTPS.`
        : 'The site has no public address. Links in emails lead to this machine.',
      remedy:
        'Point a domain at the server, put the proxy from deploy/ in front of it, and set PUBLIC_ORIGIN to its https:// address.',
      href: '/admin/settings#health',
      linkLabel: 'Service status',
      testLabel: 'Test address',
    },
    {
      id: 'newsletter',
      title: 'First newsletter',
      isSetUp: hasSentNewsletter,
      services: [],
      message: hasSentNewsletter ? 'A newsletter was sent.' : 'No newsletter has been sent yet.',
      remedy: 'Write or generate an issue and send it.',
      href: '/newsletter-admin',
      linkLabel: 'Open Newsletter',
      testLabel: undefined,
    },
  ]
}
