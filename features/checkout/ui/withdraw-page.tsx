import { data } from 'react-router'
import { clientAddressOf } from '#shared/client-address.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { withdrawalSchema } from '#features/checkout/contract.ts'
import type { Route } from './+types/withdraw-page.ts'
import { ConfirmStep, DeclarationForm, type Typed, Declared } from './withdrawal-form.tsx'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { formatInstant } from './format-date.ts'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Withdraw from contract here', in: ['legal'] },
  sitemap: () => ({
    title: 'Withdraw from contract',
    summary: 'Withdraw from a contract and get a receipt right away.',
  }),
  shareImages: { withdraw: { title: 'Withdraw from contract', kicker: '14 days, no reason needed' } },
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/withdraw',
    title: 'Withdraw from contract',
    description:
      'Withdraw from the contract for a book within 14 days. Enter your name, contract and email, confirm, and get a receipt right away.',
    image: '/share/page/withdraw.png',
    jsonLd: (origin) => [breadcrumbs(origin, [{ name: 'Withdraw from contract', path: '/withdraw' }])],
  })
}

type Answer =
  | { step: 'form'; typed: Typed; problems: Partial<Typed>; refusal?: string }
  | { step: 'confirm'; typed: Typed }
  | { step: 'done'; typed: Typed; declaredAt: string }

const fieldErrors = {
  name: 'Please enter your name.',
  contract: 'Please enter the contract you want to withdraw from.',
  email: 'Please enter a valid email address.',
}

/** Handles two plain posts: the first validates, the second declares. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed: Typed = { name: text(form, 'name'), contract: text(form, 'contract'), email: text(form, 'email') }
  const step = form.get('step')
  const answer = (body: Answer, init?: ResponseInit) => data(body, init)
  const parsed = withdrawalSchema.safeParse(typed)
  if (!parsed.success) {
    const problems = Object.fromEntries(
      parsed.error.issues.map(({ path, code }) => {
        const field = String(path[0]) as keyof Typed
        return [field, code === 'too_big' ? 'This is too long.' : fieldErrors[field]]
      }),
    )
    return answer({ step: 'form', typed, problems }, { status: 400 })
  }
  if (step === 'change') return answer({ step: 'form', typed, problems: {} })
  if (step !== 'confirm') return answer({ step: 'confirm', typed: parsed.data })
  try {
    const { declaredAt } = await context.get(servicesContext).checkout.withdraw(parsed.data, clientAddressOf(request))
    return answer({ step: 'done', typed: parsed.data, declaredAt })
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    return answer(
      { step: 'form', typed, problems: {}, refusal: translateError(pageTranslator(context), error) },
      { status: error.status, headers },
    )
  }
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Page behind 'Withdraw from contract here' on every page. */
export default function WithdrawPage({ actionData }: Route.ComponentProps) {
  const answer: Answer = actionData ?? { step: 'form', typed: { name: '', contract: '', email: '' }, problems: {} }
  if (answer.step === 'done') return <Acknowledgement {...answer.typed} declaredAt={answer.declaredAt} />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="withdraw"
        kicker={answer.step === 'form' ? 'Step 1 of 2' : 'Step 2 of 2'}
        title={answer.step === 'form' ? 'Withdraw from contract' : 'Confirm your withdrawal'}
        lead={
          answer.step === 'form'
            ? 'If you bought a book as a consumer, you may withdraw within 14 days without giving a reason. Enter your name and the contract.'
            : 'Check your details and confirm. The receipt, with date and time, appears here and is sent to you by email.'
        }
      />
      <div className="border-t border-groove">
        <div className="wrap grid py-12 md:py-20 lg:grid-cols-12">
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

/** Receipt of a withdrawal: what was declared and when it was received. */
function Acknowledgement({ declaredAt, ...typed }: Typed & { declaredAt: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="content" tabIndex={-1} className="wrap grid gap-y-10 pt-36 pb-24 lg:grid-cols-12">
      <div className="flex flex-col gap-8 lg:col-span-8 lg:col-start-3">
        <CircleCheck size={32} strokeWidth={1.5} aria-hidden="true" className="text-gain" />
        <h1 ref={heading} tabIndex={-1} className="heading outline-none">
          We have received your withdrawal
        </h1>
        <p className="text-lead">
          Received on{' '}
          <time dateTime={declaredAt} className="figures text-[0.85em]">
            {formatInstant(declaredAt)}
          </time>
        </p>
        <Declared {...typed} />
        <p className="measure text-dust">
          We emailed this receipt to {typed.email}. Save it, or print this page. If the right of withdrawal applies, we
          refund what you paid to your original payment method within 14 days.
        </p>
        <div data-print="hide">
          <ButtonLink to="/">Back to Home</ButtonLink>
        </div>
      </div>
    </main>
  )
}
