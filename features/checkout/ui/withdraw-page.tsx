import { data, useRouteLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { clientAddressOf } from '#shared/client-address.ts'
import { isAppError } from '#shared/errors.ts'
import { translateError, localeContext, pageMessages, pageTranslator } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import type { FrameData } from '#shared/site.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { withdrawalSchema } from '#features/checkout/contract.ts'
import type { Route } from './+types/withdraw-page.ts'
import { ConfirmStep, DeclarationForm, type Typed, Declared } from './withdrawal-form.tsx'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { formatLongTimestamp } from '#shared/long-timestamp.ts'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'checkout.nav.withdraw', in: ['legal'] },
  sitemap: () => ({
    title: 'Withdraw from contract',
    summary: 'Withdraw from a contract and get a confirmation right away.',
  }),
  shareImages: { withdraw: { title: 'Withdraw from contract', kicker: '14 days, no reason needed' } },
}

export function loader({ context }: Route.LoaderArgs) {
  const t = pageTranslator(context)
  return {
    head: { title: t('checkout.withdraw.title'), description: t('checkout.head.withdrawDescription') },
    ...pageMessages(context, 'checkout.withdraw'),
  }
}

export function meta({ matches, loaderData: { head } }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/withdraw',
    ...head,
    image: '/share/page/withdraw.png',
    jsonLd: (origin) => [breadcrumbs(origin, [{ name: head.title, path: '/withdraw' }])],
  })
}

type Answer =
  | { step: 'form'; typed: Typed; problems: Partial<Typed>; refusal?: string }
  | { step: 'confirm'; typed: Typed }
  | { step: 'done'; typed: Typed; declaredAt: string; isMailed: boolean }

const fieldErrors = {
  name: 'checkout.errors.nameMissing',
  contract: 'checkout.errors.contractMissing',
  email: 'checkout.errors.emailInvalid',
} as const

/** Handles two plain posts: the first validates, the second declares. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed: Typed = { name: text(form, 'name'), contract: text(form, 'contract'), email: text(form, 'email') }
  const step = form.get('step')
  const t = pageTranslator(context)
  const answer = (body: Answer, init?: ResponseInit) => data(body, init)
  const parsed = withdrawalSchema.safeParse(typed)
  if (!parsed.success) {
    const problems = Object.fromEntries(
      parsed.error.issues.map(({ path, code }) => {
        const field = String(path[0]) as keyof Typed
        return [field, t(code === 'too_big' ? 'checkout.errors.tooLong' : fieldErrors[field])]
      }),
    )
    return answer({ step: 'form', typed, problems }, { status: 400 })
  }
  if (step === 'change') return answer({ step: 'form', typed, problems: {} })
  if (step !== 'confirm') return answer({ step: 'confirm', typed: parsed.data })
  try {
    const { checkout } = context.get(servicesContext)
    const received = await checkout.withdraw(parsed.data, clientAddressOf(request), context.get(localeContext))
    return answer({ step: 'done', typed: parsed.data, ...received })
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    return answer(
      { step: 'form', typed, problems: {}, refusal: translateError(t, error) },
      { status: error.status, headers },
    )
  }
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Page behind 'Withdraw from contract here' on every page. */
export default function WithdrawPage({ actionData }: Route.ComponentProps) {
  const t = useTranslations('checkout.withdraw')
  const answer: Answer = actionData ?? { step: 'form', typed: { name: '', contract: '', email: '' }, problems: {} }
  if (answer.step === 'done') return <WithdrawalConfirmation {...answer} />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="withdraw"
        kicker={t('kicker', { step: answer.step === 'form' ? 1 : 2 })}
        title={t(answer.step === 'form' ? 'title' : 'confirmTitle')}
        lead={t(answer.step === 'form' ? 'lead' : 'confirmLead')}
      />
      <div className="border-t border-groove">
        <div className="wrap grid gap-x-8 py-12 md:py-20 lg:grid-cols-12">
          <div className="lg:col-span-7 lg:col-start-3">
            {answer.step === 'form' ? <DeclarationForm {...answer} /> : <ConfirmStep typed={answer.typed} />}
          </div>
        </div>
      </div>
    </main>
  )
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Confirmation of a withdrawal: what was declared and when it was received. */
function WithdrawalConfirmation({
  typed,
  declaredAt,
  isMailed,
}: {
  typed: Typed
  declaredAt: string
  isMailed: boolean
}) {
  const t = useTranslations('checkout.withdraw')
  const receivedAt = formatLongTimestamp(new Date(declaredAt), useLocale())
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="content" tabIndex={-1} className="wrap grid gap-y-10 pt-36 pb-24 lg:grid-cols-12">
      <div className="flex flex-col gap-8 lg:col-span-8 lg:col-start-3">
        {/* A printed confirmation must name the recipient of the declaration; the site’s header is not printed. */}
        <p className="hidden print:block">{useRouteLoaderData<FrameData>('root')?.name}</p>
        <CircleCheck size={32} className="text-gain" data-print="hide" />
        <h1 ref={heading} tabIndex={-1} className="heading outline-none">
          {t('received')}
        </h1>
        <p className="text-lead">
          {t.rich('receivedOn', {
            receivedAt,
            time: (words) => (
              <time dateTime={declaredAt} className="figures text-[0.85em]">
                {words}
              </time>
            ),
          })}
        </p>
        <div className="flex flex-col gap-4">
          <p>{t('declaration')}</p>
          <Declared {...typed} />
        </div>
        <p className="measure text-dust">
          {t(isMailed ? 'mailed' : 'notMailed', { email: typed.email })} {t('refund')}
        </p>
        <div data-print="hide">
          <ButtonLink to="/">{t('home')}</ButtonLink>
        </div>
      </div>
    </main>
  )
}
