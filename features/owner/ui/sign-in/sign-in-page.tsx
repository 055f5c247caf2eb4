import { data, redirect } from 'react-router'
import { clientAddressOf } from '#shared/client-address.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { isOwnOrigin } from '../own-origin.ts'
import { CodeForm } from './code-form.tsx'
import { EmailField } from './email-field.tsx'
import { nextPage } from './next-page.ts'
import { OtherWays } from './passkey-sign-in.tsx'
import { RecoveryForm } from './recovery-form.tsx'
import type { Route } from './+types/sign-in-page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { useSending } from '#ui/use-sending.ts'

export const handle: PageHandle = { area: 'owner', nav: { label: 'owner.nav', in: ['menu'] }, figures: ['admin'] }

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Admin Access') },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { owner, setup, outbox } = context.get(servicesContext)
  const isRecovery = new URL(request.url).searchParams.get('with') === 'recovery-code'
  if (await owner.findSession(request.headers.get('cookie') ?? undefined))
    throw redirect(nextPage(nextOf(request), await setup.isDue()), 303)
  return { hasOutbox: outbox?.isLocal ?? false, isRecovery }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { owner, ownerPasskeys, setup } = context.get(servicesContext)
  const [act, email] = [text('act'), text('email')]
  const clientAddress = clientAddressOf(request)
  const agent = request.headers.get('user-agent') ?? ''
  const signedIn = async ({ setCookie }: { setCookie: string }) =>
    redirect(nextPage(nextOf(request), await setup.isDue()), { status: 303, headers: { 'Set-Cookie': setCookie } })
  try {
    if (!isOwnOrigin(request))
      throw new AppError('forbidden', 'This form was not submitted from this site. Reload the page and try again.')
    if (act === 'leave') {
      const { setCookie } = await owner.signOut(request.headers.get('cookie') ?? undefined)
      return redirect('/admin', { status: 303, headers: { 'Set-Cookie': setCookie } })
    }
    if (act === 'sign-in') {
      const code = text('code').replace(/\s/g, '')
      return await signedIn(await owner.signIn({ email, code, clientAddress, agent }))
    }
    if (act === 'recover')
      return await signedIn(
        await ownerPasskeys.signInWithRecoveryCode({ email, code: text('code'), clientAddress, agent }),
      )
    const { isSent } = await owner.requestCode(email, clientAddress)
    const again = act !== 'resend' ? ('' as const) : isSent ? ('sent' as const) : ('not-needed' as const)
    return { step: 'code' as const, email, refusal: '', again }
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    const step = act === 'sign-in' || act === 'resend' ? ('code' as const) : ('address' as const)
    return data(
      { step, email, refusal: translateError(pageTranslator(context), error), again: '' as const },
      { status: error.status, headers },
    )
  }
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Sign-in page of the owner: the address first, then the emailed code. */
export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const isCode = actionData?.step === 'code'
  const [email, refusal] = [actionData?.email ?? '', actionData?.refusal ?? '']
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="admin"
        kicker="Owner"
        title="Admin Access"
        lead={isCode ? 'Enter the code that we emailed to you.' : 'For the owner of this site.'}
      />
      <div className="wrap grid pb-24 lg:grid-cols-12">
        <div className="lg:col-span-6 lg:col-start-3">
          {isCode ? (
            <CodeForm
              email={actionData.email}
              refusal={actionData.refusal}
              again={actionData.again}
              hasOutbox={loaderData.hasOutbox}
            />
          ) : loaderData.isRecovery ? (
            <RecoveryForm email={email} refusal={refusal} />
          ) : (
            <AddressForm email={email} refusal={refusal} />
          )}
          {loaderData.isRecovery && !isCode ? null : <OtherWays hasCode={isCode} />}
        </div>
      </div>
    </main>
  )
}

function nextOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('next')
}

/** First step of signing in: the owner's address. */
function AddressForm({ email, refusal }: { email: string; refusal: string }) {
  const { isSending } = useSending()
  return (
    <PostForm
      preventScrollReset={false}
      className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8"
      aria-busy={isSending}
    >
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <EmailField email={email} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="act" value="request-code" variant="primary">
          {isSending ? 'Sending…' : 'Access Admin Dashboard'}
        </SubmitButton>
        <ButtonLink to="/">Back to Home</ButtonLink>
      </div>
    </PostForm>
  )
}
