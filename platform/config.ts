import { z } from 'zod'

const optionalUrl = z.url({ protocol: /^https?$/ }).optional()
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/** Every name of the environment the site listens to. Adding one means adding it to the README's table. */
const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine(
      (value) => new URL(value).origin === value.replace(/\/$/, ''),
      'must be an origin such as https://swade.example, without a path',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  TRUSTED_PROXIES: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ADMIN_EMAIL: z.email().default('admin@swade.example'),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  SUPPORT_EMAIL: z.email().default('hello@swade.example'),
  POSTAL_ADDRESS: z.string().default(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Swade <hello@swade.example>'),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  NEWSLETTER_DOUBLE_OPT_IN: flag.default(false),
  SPATIAL_ROOM_URL: optionalUrl,
  SWDZ_MINT: z.string().optional(),
  SWDX_MINT: z.string().optional(),
  SWDZ_BUY_URL: optionalUrl,
  SWDX_BUY_URL: optionalUrl,
})

/** The settings of one running process. */
export type Config = z.output<typeof environmentSchema> & { isProduction: boolean; origin: string }

/** The environment holds something we cannot run with; `problems` names every bad variable at once. */
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
 * Reads the environment once.
 *
 * @param environment Usually `process.env`; empty strings count as not set.
 * @throws ConfigError naming every variable that cannot be used.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const values = parsed.data
  const isProduction = values.NODE_ENV === 'production' && values.PUBLIC_ORIGIN !== undefined
  const problems = [...dkimProblems(values), ...productionProblems(values)]
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...values, isProduction, origin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}` }
}

function dkimProblems(values: z.output<typeof environmentSchema>): string[] {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const
  const missing = names.filter((name) => !values[name])
  return missing.length === 0 || missing.length === names.length
    ? []
    : missing.map((name) => `${name}: must be set together with the other DKIM settings`)
}

function productionProblems(values: z.output<typeof environmentSchema>): string[] {
  if (values.NODE_ENV !== 'production' || !values.PUBLIC_ORIGIN) return []
  const problems: string[] = []
  if (!values.SMTP_URL) problems.push('SMTP_URL: is needed in production; the local outbox is a stand-in that delivers to nobody')
  if (!values.POSTAL_ADDRESS) problems.push('POSTAL_ADDRESS: is needed in production; mail to subscribers must carry it')
  return problems
}
