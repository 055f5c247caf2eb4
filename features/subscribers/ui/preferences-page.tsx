import { data, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { isAppError } from '#shared/errors.ts'
import { pageMessages, pageTranslator, translateError } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { frequencyChoices, exportPath } from '#features/subscribers/preferences.ts'
import { InvalidLink } from './invalid-link.tsx'
import type { Route } from './+types/preferences-page.ts'
import { PreferencesForm } from './preferences-form.tsx'
import { savedMessage } from './saved-message.ts'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { Download } from 'lucide-react'

export const handle: PageHandle = { isTranslated: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData.title)

/** Changes nothing, because link scanners open pages too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await context.get(servicesContext).newsletterPreferences.find(params.token)
  return data(
    {
      person: person && { ...person, token: params.token },
      terms: context.get(servicesContext).newsletterTerms.current(),
      title: pageTranslator(context)('subscribers.head.preferences'),
      ...pageMessages(context, 'subscribers.preferences', 'subscribers.invalidLink'),
    },
    { status: person ? 200 : 404 },
  )
}

type Answer = { confirmsErasure?: true; outcome?: { kind: 'done' | 'refused'; message: string } }

export async function action({ params, context, request }: Route.ActionArgs) {
  const { newsletterPreferences, newsletterTerms } = context.get(servicesContext)
  const t = pageTranslator(context)
  const form = await request.formData()
  const action = form.get('act')
  try {
    if (action === 'ask-erase') return data<Answer>({ confirmsErasure: true })
    if (action === 'erase') {
      // A double click on "Erase my data" must not skip the confirmation.
      if (form.get('sure') !== 'yes') return data<Answer>({ confirmsErasure: true })
      return (await newsletterPreferences.erase(params.token))
        ? redirect('/newsletter?state=erased', 303)
        : data<Answer>({}, { status: 404 })
    }
    if (action === 'cancel-erase')
      return data<Answer>({ outcome: { kind: 'done', message: t('subscribers.answers.notErased') } })
    const frequency = frequencyChoices.find((choice) => choice === form.get('frequency'))
    if (action !== 'save' || !frequency) return refused(t('subscribers.errors.noFrequency'), 400)
    const person = await newsletterPreferences.change(params.token, {
      frequency,
      allowsTracking: form.get('tracking') === 'on',
    })
    if (!person) return data<Answer>({}, { status: 404 })
    const message = t(savedMessage(person, newsletterTerms.current().hasDigest))
    return data<Answer>({ outcome: { kind: 'done', message } })
  } catch (error) {
    if (!isAppError(error)) throw error
    return refused(translateError(t, error), error.status)
  }
}

const refused = (message: string, status: number) => data<Answer>({ outcome: { kind: 'refused', message } }, { status })

/** Preferences page of a subscriber; every issue links to it. */
export default function PreferencesPage({ loaderData: { person, terms }, actionData }: Route.ComponentProps) {
  const t = useTranslations('subscribers.preferences')
  if (!person) return <InvalidLink isForLeaving />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker={t('kicker')}
        title={t('title')}
        lead={t('lead', { email: person.maskedEmail })}
      />
      <div className="wrap pb-24">
        <div className="flex flex-col gap-6 lg:ml-[calc((100%+2rem)/12*2)] lg:max-w-4xl">
          <ActionResult outcome={actionData?.outcome} />
          {actionData?.confirmsErasure ? (
            <EraseQuestion maskedEmail={person.maskedEmail} />
          ) : (
            <>
              {/* The key resets the form to the saved values, even if the browser restored other ones. */}
              <PreferencesForm
                key={`${person.frequency} ${person.allowsTracking} ${person.status}`}
                person={person}
                terms={terms}
              />
              <PersonData token={person.token} />
            </>
          )}
        </div>
      </div>
    </main>
  )
}

/** Confirmation before the data is erased; it replaces the rest of the page. */
function EraseQuestion({ maskedEmail }: { maskedEmail: string }) {
  const t = useTranslations('subscribers.preferences')
  const heading = useRef<HTMLHeadingElement>(null)
  const isErasing = useNavigation().formData?.get('act') === 'erase'
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="erase-heading" className="flex flex-col gap-5 border border-loss p-6 md:p-8">
      <h2 id="erase-heading" ref={heading} tabIndex={-1} className="title outline-none">
        {t('sure')}
      </h2>
      <p className="measure">{t('sureText', { email: maskedEmail })}</p>
      <p className="measure text-small text-dust">{t('remains')}</p>
      <div className="flex flex-wrap gap-3">
        <PostForm preventScrollReset={false}>
          <input type="hidden" name="act" value="erase" />
          <input type="hidden" name="sure" value="yes" />
          <SubmitButton variant="primary">{isErasing ? t('erasing') : t('eraseNow')}</SubmitButton>
        </PostForm>
        <PostForm>
          <input type="hidden" name="act" value="cancel-erase" />
          <SubmitButton>{t('keep')}</SubmitButton>
        </PostForm>
      </div>
    </section>
  )
}

/** Export and erasure of the person's data. */
function PersonData({ token }: { token: string }) {
  const t = useTranslations('subscribers.preferences')
  return (
    <section aria-labelledby="data-heading" className="flex flex-col gap-4 border border-groove p-6 md:p-8">
      <h2 id="data-heading" className="title">
        {t('data')}
      </h2>
      <p className="measure text-dust">{t('dataText')}</p>
      <div className="flex flex-wrap gap-3">
        {/* A plain form: the response is a file, and the page stays open. */}
        <form method="post" action={exportPath(token)}>
          <button type="submit" className={buttonClass('quiet')}>
            <Download size={16} />
            {t('download')}
          </button>
        </form>
        <PostForm>
          <input type="hidden" name="act" value="ask-erase" />
          <SubmitButton>{t('erase')}</SubmitButton>
        </PostForm>
      </div>
    </section>
  )
}
