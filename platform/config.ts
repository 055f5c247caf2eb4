import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'
import { trustedProxiesSchema } from './trusted-proxies.ts'
import { monitoringProblems, monitoringSettings } from './monitoring-settings.ts'
import { voiceChatSettings } from './voice-chat-settings.ts'
import { defaultSiteName } from '#shared/site-identity.ts'
import { validationMessage } from '#shared/validation-message.ts'
import {
  accentSetting,
  cashAppTag,
  emailSetting,
  optionalKey,
  optionalUrl,
  siteNameSetting,
  storageFields,
  storageProblems,
} from './config-fields.ts'

/** 32 bytes in base 58. */
const mint = z
  .string()
  .regex(
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    'must be a mint address: 32 to 44 characters (A to Z, a to z, 1 to 9), excluding 0, O, I and l',
  )
const exchangePage = z.url({ protocol: /^https$/, error: 'must be a full URL starting with https://' })
const originRule = 'must be an origin such as https://swade.example, without a path'
const isHost = (value: string) => URL.canParse(`http://${value}`) && new URL(`http://${value}`).host === value
const localHosts = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((host) => host.trim().toLowerCase() || []))
  .refine((hosts) => hosts.every(isHost), 'must be a comma-separated list of hosts with ports, such as 127.0.0.1:8080')
// `Swade <hello@swade.example>`, or just the address.
const sender = z.string().transform((value, context) => {
  const [, name = '', address = value] = /^([^<>\r\n]*)<([^<>]*)>\s*$/.exec(value) ?? []
  const parsed = emailAddressSchema.safeParse(address)
  if (parsed.success) return name.trim() ? `${name.trim()} <${parsed.data}>` : parsed.data
  context.addIssue({ code: 'custom', message: 'must be an email address, or a name followed by one in angle brackets' })
  return z.NEVER
})
/** Public keys in the age format. */
const recipients = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => /^age1[a-z0-9]{58,}$/.test(key)),
    'must be public keys that start with age1, separated by commas; to make one, run npm run backup -- key',
  )
  .optional()
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/**
 * All environment variables of the site. To add one, add it here and to the table in docs/settings.md, and read it from
 * `config`.
 */
export const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  /** File with further settings, read before this schema; see env-file.ts. */
  ENV_FILE: z.string().default('.env'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_RECIPIENTS: recipients,
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-(PQ-)?1[A-Z0-9]+$/, 'must be a secret key that starts with AGE-SECRET-KEY')
    .optional(),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(0).max(720).default(24),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a full URL starting with postgres:// or postgresql://' })
    .optional(),
  /** By default, high enough that pages and the stream never wait for the checks and conversions of recordings. */
  BACKGROUND_NICENESS: z.coerce.number().int().min(0).max(19).default(15),
  PUBLIC_ORIGIN: z
    // The origin of anything else cannot be read.
    .url({ protocol: /^https?$/, error: originRule, abort: true })
    .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), originRule)
    .transform((value) => new URL(value).origin)
    .optional(),
  TRUSTED_PROXIES: trustedProxiesSchema.optional(),
  ROLE: z.enum(['all', 'web', 'worker', 'station']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ...monitoringSettings,
  ADMIN_EMAIL: emailSetting.default('admin@swade.example'),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  /** Encrypts the secrets of authenticator apps; generate it with `openssl rand -base64 32`. */
  SECOND_STEP_KEY: z
    .string()
    .regex(/^\S{32,}$/, 'must have at least 32 characters, without spaces')
    .optional(),
  SITE_NAME: siteNameSetting.default(defaultSiteName),
  ACCENT_COLOR: accentSetting.optional(),
  SUPPORT_EMAIL: emailSetting.default('hello@swade.example'),
  POSTAL_ADDRESS: z.string().default(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a full URL starting with smtp:// or smtps://' }).optional(),
  /** An address without a name gets the name of the site; see sender-name.ts. */
  MAIL_FROM: sender.default('hello@swade.example'),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  NEWSLETTER_DOUBLE_OPT_IN: flag.default(false),
  NEWSLETTER_RATE_PER_SECOND: z.coerce.number().int().min(1).max(10_000).optional(),
  NEWSLETTER_LOCAL_FEEDS: localHosts,
  PLATFORM_LOCAL_SITES: localHosts,
  YOUTUBE_POSTER_BASE_URL: optionalUrl,
  LLM_PROVIDER: z.enum(['openai', 'anthropic', 'openai-compatible']).optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().max(200).optional(),
  LLM_BASE_URL: optionalUrl,
  // The delivery tag takes 49 of the 64 characters that a local part may have.
  NEWSLETTER_BOUNCE_ADDRESS: emailSetting
    .refine(
      (address) => /^[^+@]{1,15}@/.test(address),
      'must have at most 15 characters before the @, without a plus sign',
    )
    .optional(),
  NEWSLETTER_BOUNCE_SECRET: z
    .string()
    .regex(/^\S{20,}$/, 'must have at least 20 characters, without spaces')
    .optional(),
  AZURACAST_URL: optionalUrl,
  AZURACAST_STATION: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be the number or the short name of a station')
    .optional(),
  AZURACAST_API_KEY: z
    .string()
    .regex(/^[\w-]+:[\w-]+$/, 'must be an AzuraCast API key, which contains a colon')
    .optional(),
  AZURACAST_PLAYLIST: z.string().max(200).optional(),
  ...storageFields,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: optionalUrl,
  CASHAPP_TAG: cashAppTag(
    'must have up to 20 characters (A to Z, 0 to 9 or _) after an optional $, at least one of them from A to Z',
  ).optional(),
  ALLOW_TEST_CHECKOUT: flag.default(false),
  OWNER_EMAIL: emailSetting.optional(),
  SPATIAL_ROOM_URL: optionalUrl,
  ...voiceChatSettings,
  SWDZ_MINT: mint.optional(),
  SWDX_MINT: mint.optional(),
  SWDZ_BUY_URL: exchangePage.optional(),
  SWDX_BUY_URL: exchangePage.optional(),
  /** `off` sends no price requests, for machines without internet access. */
  PRICE_SOURCES: z.enum(['on', 'off']).default('on'),
  JUPITER_BASE_URL: optionalUrl,
  JUPITER_API_KEY: optionalKey,
  DEXSCREENER_BASE_URL: optionalUrl,
  COINGECKO_BASE_URL: optionalUrl,
  ELEVENLABS_AGENT_ID: z.string().max(200).optional(),
  ELEVENLABS_API_KEY: optionalKey,
  ELEVENLABS_BASE_URL: optionalUrl,
})

/** Configuration of a running process. */
export type Config = z.output<typeof environmentSchema> & {
  OWNER_EMAIL: string
  /** Logo that the owner has uploaded; read it with `readLogo`. */
  SITE_LOGO?: string | undefined
  isProduction: boolean
  origin: string
  /** True if card payments use the test checkout, which charges no money. */
  takesTestCards: boolean
  /** True if the test checkout works for requests from this machine only. */
  testCardsAreLocal: boolean
  /** True if every answer is a line in the log. */
  logsRequests: boolean
}

/** Thrown for an invalid environment; `problems` lists every invalid variable. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads and validates the environment.
 *
 * @param environment Usually `process.env`; empty strings count as not set.
 * @throws ConfigError that lists every invalid variable.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  // Named here, because commands do not load the server, which sets it for all schemas.
  const parsed = environmentSchema.safeParse(given, { error: validationMessage })
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const values = parsed.data
  const isProduction = values.NODE_ENV === 'production' && values.PUBLIC_ORIGIN !== undefined
  const problems = [
    ...dkimProblems(values),
    ...azuracastProblems(values),
    ...storageProblems(values),
    ...stripeProblems(values),
    ...modelProblems(values),
    ...monitoringProblems(values),
    ...productionProblems(values),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    ...values,
    OWNER_EMAIL: values.OWNER_EMAIL ?? 'owner@swade.example',
    isProduction,
    origin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
    takesTestCards: !values.STRIPE_SECRET_KEY && (!isProduction || values.ALLOW_TEST_CHECKOUT),
    testCardsAreLocal: !values.ALLOW_TEST_CHECKOUT,
    logsRequests: values.ACCESS_LOG === undefined ? isProduction : values.ACCESS_LOG === 'on',
  }
}

function dkimProblems(values: z.output<typeof environmentSchema>): string[] {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const
  const missing = names.filter((name) => !values[name])
  return missing.length === 0 || missing.length === names.length
    ? []
    : missing.map((name) => `${name}: must be set together with the other DKIM settings`)
}

function azuracastProblems(values: z.output<typeof environmentSchema>): string[] {
  if (values.AZURACAST_URL && !values.AZURACAST_STATION)
    return ['AZURACAST_STATION: must be set together with AZURACAST_URL']
  if (!values.AZURACAST_URL && values.AZURACAST_STATION)
    return ['AZURACAST_URL: must be set together with AZURACAST_STATION']
  if (
    values.AZURACAST_URL &&
    new URL(values.AZURACAST_URL).protocol === 'http:' &&
    values.PUBLIC_ORIGIN?.startsWith('https:')
  )
    return ['AZURACAST_URL: must be https when PUBLIC_ORIGIN is; browsers block http audio on https pages']
  if (values.AZURACAST_API_KEY && !values.AZURACAST_URL)
    return ['AZURACAST_URL: must be set together with AZURACAST_API_KEY']
  if (values.AZURACAST_PLAYLIST && !values.AZURACAST_API_KEY)
    return ['AZURACAST_API_KEY: must be set together with AZURACAST_PLAYLIST']
  return []
}

function stripeProblems(values: z.output<typeof environmentSchema>): string[] {
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET)
    return ['STRIPE_WEBHOOK_SECRET: must be set together with STRIPE_SECRET_KEY']
  if (!values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET)
    return ['STRIPE_SECRET_KEY: must be set together with STRIPE_WEBHOOK_SECRET']
  const problems: string[] = []
  if (values.STRIPE_SECRET_KEY && !/^[sr]k_/.test(values.STRIPE_SECRET_KEY))
    problems.push(
      'STRIPE_SECRET_KEY: must be the secret key from Stripe, which starts with sk_, or a restricted key, which starts with rk_',
    )
  if (values.STRIPE_WEBHOOK_SECRET && !values.STRIPE_WEBHOOK_SECRET.startsWith('whsec_'))
    problems.push(
      'STRIPE_WEBHOOK_SECRET: must be the signing secret of the webhook endpoint in Stripe, which starts with whsec_',
    )
  return problems
}

function modelProblems(values: z.output<typeof environmentSchema>): string[] {
  const { LLM_PROVIDER: provider, LLM_API_KEY: key, LLM_MODEL: model, LLM_BASE_URL: address } = values
  if (!provider)
    return key || model || address ? ['LLM_PROVIDER: must be set together with the other LLM settings'] : []
  const problems: string[] = []
  if (!model) problems.push('LLM_MODEL: must be set together with LLM_PROVIDER')
  // Self-hosted models often need no key.
  if (!key && provider !== 'openai-compatible') problems.push('LLM_API_KEY: must be set together with LLM_PROVIDER')
  if (!address && provider === 'openai-compatible')
    problems.push('LLM_BASE_URL: must be set for an openai-compatible provider')
  return problems
}

/** Returns whether a secret or restricted key of Stripe is for its test mode, which charges no money. */
export const isStripeTestKey = (key: string) => /^[sr]k_test_/.test(key)

function productionProblems(values: z.output<typeof environmentSchema>): string[] {
  if (values.NODE_ENV !== 'production' || !values.PUBLIC_ORIGIN) return []
  const problems: string[] = []
  if (!values.SMTP_URL) problems.push('SMTP_URL: is required in production; the local outbox does not deliver email')
  if (!values.POSTAL_ADDRESS)
    problems.push('POSTAL_ADDRESS: is required in production; email to subscribers must include it')
  if (!values.OWNER_EMAIL)
    problems.push('OWNER_EMAIL: is required in production; it receives payment claims and disputes')
  if (!values.STRIPE_SECRET_KEY && !values.CASHAPP_TAG && !values.ALLOW_TEST_CHECKOUT)
    problems.push(
      'STRIPE_SECRET_KEY: is required in production unless CASHAPP_TAG is set; the test checkout charges no money and requires ALLOW_TEST_CHECKOUT=true',
    )
  if (!values.ALLOW_TEST_CHECKOUT && isStripeTestKey(values.STRIPE_SECRET_KEY ?? ''))
    problems.push(
      'STRIPE_SECRET_KEY: is a test key, which gives books away; production accepts it only with ALLOW_TEST_CHECKOUT=true',
    )
  if (!values.ALLOW_TEST_CHECKOUT && values.STRIPE_API_BASE)
    problems.push(
      'STRIPE_API_BASE: is for a fake Stripe server; production accepts it only with ALLOW_TEST_CHECKOUT=true',
    )
  return problems
}
