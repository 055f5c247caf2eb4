import { data, redirect } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatUsd } from '#shared/money.ts'
import { isAppError } from '#shared/errors.ts'
import { translateError, pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/sandbox-checkout-page.ts'
import { SandboxPaymentActions } from './sandbox-payment-actions.tsx'
import { sandboxActions, type TestPaymentAction } from '#features/checkout/sandbox-actions.ts'
import { PayForm, type PayRefusal } from './pay-form.tsx'

export const handle: PageHandle = { isTranslated: true, takesForeignForms: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData?.title ?? '')

/** `framed` hides navigation, radio and scripts, because a payment page belongs to its provider. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { testCheckout } = context.get(servicesContext)
  if (!testCheckout) throw data(null, { status: 404 })
  const session = await testCheckout.find(params.session)
  const title = pageTranslator(context)(session ? 'checkout.head.testCheckout' : 'checkout.testCheckout.missing')
  const texts = pageMessages(context, 'checkout.testCheckout')
  return data({ session, framed: session !== undefined, title, ...texts }, { status: session ? 200 : 404 })
}

const arrivals = ['now', 'late', 'twice', 'never'] as const
type Answer = { refusal?: PayRefusal; done?: TestPaymentAction }

export async function action({ params, request, context }: Route.ActionArgs) {
  const { testCheckout } = context.get(servicesContext)
  if (!testCheckout) throw data(null, { status: 404 })
  const t = pageTranslator(context)
  const form = await request.formData()
  const typed = form.get('email')
  const email = typeof typed === 'string' ? typed : ''
  const webhook = arrivals.find((name) => name === form.get('webhook')) ?? 'now'
  const refuse = (text: string, status: number) => data<Answer>({ refusal: { text, email, webhook } }, { status })
  const paymentAction = sandboxActions.find((name) => name === form.get('act'))
  try {
    if (paymentAction) {
      await testCheckout.afterwards(params.session, paymentAction)
      return data<Answer>({ done: paymentAction })
    }
    if (form.get('act') === 'decline') return refuse(t('checkout.errors.testPaymentDeclined'), 402)
    const { url } = await testCheckout.pay(params.session, { email, webhook })
    return redirect(url, 303)
  } catch (error) {
    if (!isAppError(error)) throw error
    return refuse(translateError(t, error), error.status)
  }
}

/** Payment page of the test checkout. It uses plain forms, so that it works without scripts. */
export default function TestCheckoutPage({ loaderData: { session }, actionData }: Route.ComponentProps) {
  const t = useTranslations('checkout.testCheckout')
  const locale = useLocale()
  if (!session) return <MissingCheckout />
  const isPaid = session.paymentStatus === 'paid'
  return (
    <main id="content" tabIndex={-1} className="mx-auto flex min-h-dvh max-w-xl flex-col gap-8 px-5 py-10 md:py-16">
      <p className="label border border-dashed border-live px-4 py-3 text-live">{t('banner')}</p>
      <header className="flex flex-col gap-4">
        <h1 className="heading">{session.title}</h1>
        <p className="flex items-baseline justify-between gap-6 border-y border-groove py-4">
          <span className="label text-dust">{t(isPaid ? 'paid' : session.status === 'open' ? 'due' : 'amount')}</span>
          <span className="figures text-title">{formatUsd(session.amountCents, locale)}</span>
        </p>
      </header>
      {session.status === 'open' ? (
        <PayForm cancelUrl={session.cancelUrl} refusal={actionData?.refusal} />
      ) : session.status === 'complete' ? (
        <SandboxPaymentActions session={session} refusal={actionData?.refusal?.text} done={actionData?.done} />
      ) : (
        <div className="flex flex-col items-start gap-5">
          <p role="status">{t('expired')}</p>
          <ButtonAnchor href={session.cancelUrl}>{t('back')}</ButtonAnchor>
        </div>
      )}
    </main>
  )
}

/** Page for the address of a payment that does not exist. */
function MissingCheckout() {
  const t = useTranslations('checkout.testCheckout')
  return (
    <NoticePage
      figure="not-found"
      kicker="404"
      title={t('missing')}
      actions={
        <ButtonLink to="/books" variant="primary">
          {t('books')}
        </ButtonLink>
      }
    >
      {t('missingText')}
    </NoticePage>
  )
}
