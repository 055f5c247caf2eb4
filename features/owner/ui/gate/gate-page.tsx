import { data, redirect } from 'react-router'
import { clientAddressOf } from '#shared/client-address.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { isOwnOrigin } from '../own-origin.ts'
import { AddressForm } from './address-form.tsx'
import { CodeForm } from './code-form.tsx'
import { nextPage } from './next-page.ts'
import type { Route } from './+types/gate-page.ts'

export const handle: PageHandle = { area: 'owner', nav: { label: 'Admin Dashboard', in: ['menu'] }, figures: ['admin'] }

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Admin Access') }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { owner, site } = context.get(servicesContext)
  if (await owner.session(request.headers.get('cookie') ?? undefined)) throw redirect(nextPage(askedFor(request)), 303)
  return { hasOutbox: !site.isProduction }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { owner } = context.get(servicesContext)
  const [act, email] = [text('act'), text('email')]
  const clientAddress = clientAddressOf(request)
  try {
    if (!isOwnOrigin(request)) throw new AppError('forbidden', 'This form did not come from a page of this site.')
    if (act === 'leave') {
      const { setCookie } = await owner.signOut(request.headers.get('cookie') ?? undefined)
      return redirect('/admin', { status: 303, headers: { 'Set-Cookie': setCookie } })
    }
    if (act === 'enter') {
      const code = text('code').replace(/\s/g, '')
      const { setCookie } = await owner.signIn({ email, code, clientAddress, agent: request.headers.get('user-agent') ?? '' })
      return redirect(nextPage(askedFor(request)), { status: 303, headers: { 'Set-Cookie': setCookie } })
    }
    await owner.requestCode(email, clientAddress)
    return { step: 'code' as const, email, refusal: '', isAgain: act === 'again' }
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit = error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    const step = act === 'enter' || act === 'again' ? ('code' as const) : ('address' as const)
    return data({ step, email, refusal: error.message, isAgain: false }, { status: error.status, headers })
  }
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** The gate: an address first, then the code that was mailed to it. */
export default function GatePage({ loaderData, actionData }: Route.ComponentProps) {
  const isCode = actionData?.step === 'code'
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="admin"
        kicker="Owner"
        title="Admin Access"
        lead={isCode ? 'Your code is on its way to your mailbox.' : 'The desk of the one who runs this site.'}
      />
      <div className="wrap grid pb-24 lg:grid-cols-12">
        <div className="lg:col-span-6 lg:col-start-3">
          {isCode ? (
            <CodeForm email={actionData.email} refusal={actionData.refusal} isAgain={actionData.isAgain} hasOutbox={loaderData.hasOutbox} />
          ) : (
            <AddressForm email={actionData?.email ?? ''} refusal={actionData?.refusal ?? ''} />
          )}
        </div>
      </div>
    </main>
  )
}

function askedFor(request: Request): string | null {
  return new URL(request.url).searchParams.get('next')
}
