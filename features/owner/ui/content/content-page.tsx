import { data, Link, redirect } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Field } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { SampleBadge } from '#ui/admin/sample-badge.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import type { EntrySummary, KindOverview } from '#features/owner/content-admin.ts'
import type { Route } from './+types/content-page.ts'
import { stateLabels } from './entry-states.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = cutText(search.get('q') ?? '', 200)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const { contentAdmin, setup } = context.get(servicesContext)
  const kinds = await contentAdmin.overview()
  const samples = setup.samples().flatMap((group) => group.samples.map(({ kind, key }) => `${kind}/${key}`))
  const matches = (entry: EntrySummary, kind: KindOverview) => {
    const text =
      `${entry.name} ${entry.key} ${kind.plural} ${stateLabels[entry.state]} ${entry.draftAt ? 'draft' : ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return {
    query,
    samples,
    done: search.get('done') ?? '',
    kinds: kinds.map((kind) => ({ ...kind, entries: kind.entries.filter((entry) => matches(entry, kind)) })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const [kind, name] = [String(form.get('kind') ?? ''), String(form.get('name') ?? '')]
  const created = await context
    .get(servicesContext)
    .contentAdmin.create({ kind, name, actor: context.get(actorContext).email })
  return created.ok
    ? redirect(`/admin/content/${kind}/${created.key}`, 303)
    : data({ kind, name, message: created.message }, { status: 400 })
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Content') },
  { name: 'robots', content: 'noindex' },
]

/** Lists the editable content by type, with the last edit of each entry. */
export default function ContentPage({ loaderData: { kinds, samples, query, done }, actionData }: Route.ComponentProps) {
  const found = kinds.filter(({ entries }) => entries.length > 0)
  return (
    <>
      <ScreenHeading title="Content">
        Edit the texts, images and entries of the site. Published edits override the files in content/ and the generated
        artwork, appear right away and can be undone.
      </ScreenHeading>
      <ActionResult outcome={done === 'discarded' ? { kind: 'done', message: 'Draft discarded.' } : undefined} />
      <SearchForm
        label="Search content"
        value={query}
        placeholder="Name, type, “edited” or “draft”"
        clearTo="/admin/content"
      />
      {found.length === 0 ? (
        <EmptyState title="No matching entries">
          Try another name or type. The words “edited” and “draft” also work.
        </EmptyState>
      ) : null}
      {found.map((kind) => (
        <section key={kind.kind} id={kind.kind} aria-label={kind.plural} className="flex flex-col gap-4">
          <DataTable
            caption={`${kind.plural} (${kind.entries.length})`}
            isCaptionShown
            columns={columnsOf(kind.kind, samples)}
            rows={kind.entries}
            rowKey={({ key }) => key}
            isHighlighted={({ draftAt }) => draftAt !== undefined}
            empty={null}
          />
          {kind.nameHint && !query ? (
            <AddEntry kind={kind} refused={actionData?.kind === kind.kind ? actionData : undefined} />
          ) : null}
        </section>
      ))}
    </>
  )
}

function columnsOf(kind: string, samples: readonly string[]): DataColumn<EntrySummary>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ key, name }) => (
        <Link
          to={`/admin/content/${kind}/${key}`}
          prefetch="intent"
          className="inline-flex min-h-11 max-w-full items-center underline-offset-4 hover:underline lg:w-[28rem] xl:w-[34rem]"
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      cell: ({ key, state, draftAt }) => (
        <span className="block lg:w-56">
          {samples.includes(`${kind}/${key}`) ? (
            <SampleBadge />
          ) : (
            <span className={state === 'files' || state === 'artwork' ? 'text-dust' : undefined}>
              {stateLabels[state]}
            </span>
          )}
          {draftAt && state !== 'new' ? <span>, has a draft</span> : null}
        </span>
      ),
    },
    {
      key: 'edited',
      header: 'Last edit',
      isNumeric: true,
      cell: ({ edited, draftAt }) => {
        const at = [edited?.at, draftAt]
          .filter((one) => one !== undefined)
          .toSorted()
          .at(-1)
        return at ? <Timestamp at={at} /> : <span className="text-dust">none</span>
      },
    },
  ]
}

function AddEntry({ kind, refused }: { kind: KindOverview; refused: { name: string; message: string } | undefined }) {
  return (
    <PostForm preventScrollReset={false} className="flex max-w-xl flex-wrap items-start gap-3">
      <input type="hidden" name="kind" value={kind.kind} />
      <Field
        label={`Name of the new ${kind.singular.toLowerCase()}`}
        name="name"
        required
        maxLength={80}
        defaultValue={refused?.name}
        error={refused?.message}
        hint={kind.nameHint}
        autoComplete="off"
        className="flex-1 basis-64"
      />
      <SubmitButton className="mt-6 min-h-12">Create</SubmitButton>
    </PostForm>
  )
}
