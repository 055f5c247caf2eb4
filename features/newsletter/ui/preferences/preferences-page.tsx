import { data, redirect } from 'react-router'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { ActResult } from '#ui/act-result.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { letterChoices } from '#features/newsletter/preferences.ts'
import { UnknownLink } from '../unknown-link.tsx'
import type { Route } from './+types/preferences-page.ts'
import { ChoiceForm } from './choice-form.tsx'
import { EraseQuestion } from './erase-question.tsx'
import { PersonData } from './person-data.tsx'

export const meta = () => [{ title: pageTitle('Your letter') }, { name: 'robots', content: 'noindex' }]

/** Opening the page changes nothing: link scanners open pages too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await context.get(servicesContext).letterPreferences.find(params.token)
  return data(person && { ...person, token: params.token }, { status: person ? 200 : 404 })
}

type Answer = { asksToErase?: true; outcome?: { kind: 'done' | 'refused'; message: string } }

export async function action({ params, context, request }: Route.ActionArgs) {
  const { letterPreferences } = context.get(servicesContext)
  const form = await request.formData()
  const act = form.get('act')
  try {
    if (act === 'ask-erase') return data<Answer>({ asksToErase: true })
    if (act === 'erase') {
      // Pressed twice: the second question came with the answer to the first.
      if (form.get('sure') !== 'yes') return data<Answer>({ asksToErase: true })
      return (await letterPreferences.erase(params.token)) ? redirect('/newsletter?state=erased', 303) : data<Answer>({}, { status: 404 })
    }
    if (act === 'keep') return data<Answer>({ outcome: { kind: 'done', message: 'Nothing was erased.' } })
    const letters = letterChoices.find((choice) => choice === form.get('letters'))
    if (act !== 'save' || !letters) return refused('Please choose how often you want to hear from us.', 400)
    const person = await letterPreferences.change(params.token, { letters, countsReading: form.get('counting') === 'on' })
    return data<Answer>(person ? { outcome: { kind: 'done', message: 'Saved. It holds from the next letter on.' } } : {}, {
      status: person ? 200 : 404,
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    return refused(error.message, error.status)
  }
}

const refused = (message: string, status: number) => data<Answer>({ outcome: { kind: 'refused', message } }, { status })

/** The one page on which a person decides about the letter; its link stands in every copy. */
export default function PreferencesPage({ loaderData: person, actionData }: Route.ComponentProps) {
  if (!person) return <UnknownLink />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker="The Friday letter"
        title="Your letter"
        lead={`What goes to ${person.maskedEmail}, and what we may know of it.`}
      />
      <div className="wrap pb-24">
        <div className="flex flex-col gap-6 lg:ml-[calc((100%+2rem)/12*2)] lg:max-w-4xl">
          <ActResult outcome={actionData?.outcome} />
          {actionData?.asksToErase ? (
            <EraseQuestion maskedEmail={person.maskedEmail} />
          ) : (
            <>
              {/* What was saved is what stands there, also where the browser remembers another choice. */}
              <ChoiceForm key={`${person.letters} ${person.countsReading} ${person.status}`} person={person} />
              <PersonData token={person.token} />
            </>
          )}
        </div>
      </div>
    </main>
  )
}
