import Stripe from 'stripe'
import { externalErrorMessage } from '#platform/http-client/external-error.ts'
import { createStripeClient } from './stripe.ts'

/** Reason why Stripe cannot be used, which follows a colon, and the remedy. */
export type StripeProblem = { message: string; remedy: string }

type Account = {
  secretKey: string
  /** Base URL of the API; for a fake in tests. */
  apiBase: string | undefined
}

/** Events that the site handles; docs/operations.md lists them, too. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/**
 * Asks Stripe for something that the site needs, to try the key.
 *
 * @param timeoutMs Timeout of one answer; a failed request is repeated once.
 * @returns Undefined if Stripe answers.
 */
export async function checkStripe(account: Account, timeoutMs: number): Promise<StripeProblem | undefined> {
  try {
    await createStripeClient(account.secretKey, account.apiBase, timeoutMs).disputes.list({ limit: 1 })
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

/** Problem of the webhook: its settings are wrong, the key may not read them, or Stripe did not answer. */
export type WebhookProblem = StripeProblem & { kind: 'set-up' | 'forbidden' | 'no-answer' }

/**
 * Asks Stripe whether a webhook is there, enabled, and receives all events of {@link webhookEvents}.
 *
 * @param url Absolute URL of the webhook on this site.
 * @param timeoutMs Timeout of one answer; a failed request is repeated once.
 * @returns Undefined if it is.
 */
export async function checkStripeWebhook(
  account: Account,
  url: string,
  timeoutMs: number,
): Promise<WebhookProblem | undefined> {
  const known = (message: string, remedy: string): WebhookProblem => ({ message, remedy, kind: 'set-up' })
  try {
    const stripe = createStripeClient(account.secretKey, account.apiBase, timeoutMs)
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const endpoint = data.find((one) => one.url === url)
    if (!endpoint)
      return known(
        `Stripe has no webhook for ${url}`,
        `Add an endpoint with this URL in Stripe (Developers → Webhooks) and set STRIPE_WEBHOOK_SECRET to its secret. Events: ${webhookEvents.join(', ')}.`,
      )
    if (endpoint.status !== 'enabled') return known('the webhook is disabled', 'Enable it in Stripe.')
    const names: readonly string[] = endpoint.enabled_events
    const missing = names.includes('*') ? [] : webhookEvents.filter((event) => !names.includes(event))
    return missing.length > 0
      ? known(`the webhook does not receive ${missing.join(', ')}`, 'Add these events to the endpoint in Stripe.')
      : undefined
  } catch (error) {
    const status = statusOf(error)
    if (status === 403)
      return {
        message: 'STRIPE_SECRET_KEY has no permission to read webhooks',
        remedy: `Check in Stripe that ${url} receives the events, or allow the restricted key to read webhook endpoints.`,
        kind: 'forbidden',
      }
    return { ...problemOf(error), kind: 'no-answer' }
  }
}

const statusOf = (error: unknown) => (error instanceof Stripe.errors.StripeError ? error.statusCode : undefined)

function problemOf(error: unknown): StripeProblem {
  const status = statusOf(error)
  if (status === 401)
    return {
      message: 'Stripe refused STRIPE_SECRET_KEY',
      remedy: 'Copy the secret key from Stripe (Developers → API keys) again and restart the site.',
    }
  if (status === 403)
    return {
      message: 'the restricted key in STRIPE_SECRET_KEY lacks permissions that the site needs',
      remedy:
        'In Stripe, allow it to write Checkout Sessions and Refunds and to read PaymentIntents, Charges and Disputes, or use the secret key.',
    }
  if (status !== undefined)
    return { message: `Stripe responded with ${status}`, remedy: 'Check status.stripe.com and try again later.' }
  const { detail = error } = error as { detail?: unknown }
  return {
    message: `Stripe does not respond: ${externalErrorMessage(detail)}`,
    remedy:
      'Check the internet connection of this machine and status.stripe.com. Buyers cannot start a card payment until Stripe responds.',
  }
}
