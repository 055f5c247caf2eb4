import { useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { ImageField } from '#ui/admin/image-field.tsx'
import { useBeforeLeaving } from '#ui/admin/use-before-leaving.ts'
import {
  isFileChoice,
  PendingUploadsContext,
  usePendingUploads,
  waitingForUpload,
} from '#ui/admin/use-pending-uploads.ts'
import { Field, FieldError, TextArea } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { SelectField } from '#ui/select-field.tsx'
import { useSending } from '#ui/use-sending.ts'
import type { CollectionChange } from '#features/market/contract.ts'
import type { OpenForm } from './perform-collection-action.ts'
import { imageUploadPath } from '#shared/image-address.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

const imageId = 'collection-image'
const sendFormId = 'send-collection-image'

const labels = { save: 'saved', remove: 'deleted', reset: 'reset to files' }

/** Change history of a collection, newest first. */
function CollectionHistory({ history }: { history: CollectionChange[] }) {
  if (history.length === 0) return null
  return (
    <details className="text-small text-dust">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4 hover:text-sand">
        Change history ({history.length === 10 ? '10+' : history.length})
      </summary>
      <ol className="flex flex-col gap-1">
        {history.map(({ action, actor, at }) => (
          <li key={at}>
            <time dateTime={at} className="figures">
              {formatTimestamp(at, 'second')}
            </time>{' '}
            {labels[action]} by {actor}
          </li>
        ))}
      </ol>
    </details>
  )
}

type CollectionEditorProps = {
  form: OpenForm
  /** True if the form has values that were not saved. */
  isRejected: boolean
  artists: { slug: string; name: string }[]
  /** Name of a collection without an artist. */
  edition: string
  history: CollectionChange[]
}

/** Form for a new collection or for editing one in place. */
export function CollectionEditor({
  form: { slug, revision, values, problems },
  isRejected,
  artists,
  edition,
  history,
}: CollectionEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const { uploads, delay, isWaiting, isUploading, forget } = usePendingUploads(form)
  const { isSending, refuse } = useSending()
  const [isDirty, setIsDirty] = useState(isRejected)
  // Its own buttons may close the editor; the other links and forms of the page ask first.
  const isClosing = useRef(false)
  useBeforeLeaving({
    isNeeded: isDirty || isUploading,
    question: 'You have unsaved changes. Continue without saving?',
    loses: ({ currentLocation, nextLocation, historyAction }) =>
      !isClosing.current &&
      (historyAction !== 'POP' ||
        currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search),
    onLeave: forget,
  })
  useEffect(() => {
    if (!isSending) isClosing.current = false
  }, [isSending])
  const isNew = slug === 'new'
  // Focuses the first invalid field, otherwise the name.
  useEffect(() => {
    const field =
      form.current?.querySelector<HTMLElement>('[aria-invalid]') ??
      form.current?.querySelector<HTMLElement>('[name=name]')
    focusInView(field)
  }, [])
  const error = (field: keyof typeof problems) => (problems[field] ? { error: problems[field] } : {})
  return (
    <>
      <Form
        ref={form}
        method="post"
        action="/admin/collections"
        preventScrollReset
        noValidate
        inert={isSending}
        aria-label={isNew ? 'New collection' : `Edit ${values.name}`}
        onSubmit={(event) => {
          if (!refuse(event) && !delay(event)) isClosing.current = true
        }}
        onInput={(event) => (isFileChoice(event) ? undefined : setIsDirty(true))}
        className="flex flex-col gap-5 border border-live bg-plate-raised p-4 md:my-4 md:p-6"
      >
        <input type="hidden" name="collection" value={slug} />
        <input type="hidden" name="revision" value={revision} />
        <div className="grid gap-5 md:grid-cols-12">
          <Field
            label="Name"
            name="name"
            defaultValue={values.name}
            required
            maxLength={120}
            {...error('name')}
            className="md:col-span-6"
          />
          <SelectField
            label="Artist"
            name="artistSlug"
            defaultValue={values.artistSlug}
            options={[['', `None (${edition})`], ...artists.map((artist) => [artist.slug, artist.name] as const)]}
            {...error('artistSlug')}
            className="md:col-span-4"
          />
          <SelectField
            label="Status"
            name="status"
            defaultValue={values.status}
            options={[
              ['active', 'Active'],
              ['closed', 'Closed'],
            ]}
            {...error('status')}
            className="md:col-span-2"
          />
          <TextArea
            label="Description"
            name="description"
            defaultValue={values.description}
            required
            maxLength={600}
            rows={4}
            hint="Up to 600 characters."
            {...error('description')}
            className="md:col-span-12"
          />
          <Field
            label="Minted"
            name="minted"
            inputMode="numeric"
            defaultValue={values.minted}
            required
            {...error('minted')}
            className="md:col-span-3"
          />
          <Field
            label="Supply"
            name="supply"
            inputMode="numeric"
            defaultValue={values.supply}
            required
            {...error('supply')}
            className="md:col-span-3"
          />
          <Field
            label="Exchange URL"
            name="url"
            inputMode="url"
            defaultValue={values.url}
            placeholder="https://"
            hint="If empty, the page shows “Not on sale right now” until the collection is sold out or closed."
            {...error('url')}
            className="md:col-span-6"
          />
          <div className="flex min-w-0 flex-col gap-2 md:col-span-6">
            <label htmlFor={imageId} className="label text-dust">
              Image
            </label>
            <PendingUploadsContext value={uploads}>
              <ImageField
                input={{
                  'id': imageId,
                  'name': 'image',
                  'defaultValue': values.image ?? '',
                  'readOnly': true,
                  'placeholder': 'Generated artwork',
                  'aria-invalid': problems.image ? true : undefined,
                }}
                uploadPath={imageUploadPath('collection', slug)}
                sendForm={sendFormId}
                of={values.name || 'new collection'}
                button="Save"
                sizeHint="JPEG, PNG, WebP or AVIF, up to 15 MB, at least 320 × 320 pixels."
              />
            </PendingUploadsContext>
            {problems.image ? <FieldError>{problems.image}</FieldError> : null}
          </div>
          <Field
            label="Image description"
            name="imageAlt"
            defaultValue={values.imageAlt}
            maxLength={300}
            hint="Describe the image for people who cannot see it."
            {...error('imageAlt')}
            className="md:col-span-6"
          />
          {isNew ? (
            <Field
              label="Web address"
              name="slug"
              defaultValue={values.slug}
              hint="The part of the URL that identifies the collection. If empty, it is made from the name. You cannot change it later."
              {...error('slug')}
              className="md:col-span-6"
            />
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          <button
            type="submit"
            name="act"
            value={isNew ? 'create' : 'save'}
            aria-disabled={isSending}
            className={buttonClass('primary')}
          >
            {isSending ? 'Processing...' : isNew ? 'Create' : 'Save changes'}
          </button>
          <Link
            to="/admin/collections"
            preventScrollReset
            onClick={(event) => {
              // With a modifier key, the link opens another window.
              if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) isClosing.current = true
            }}
            className={buttonClass('quiet')}
          >
            Cancel
          </Link>
          <p role="status" className="self-center text-small empty:sr-only">
            {isWaiting ? waitingForUpload : ''}
          </p>
        </div>
        <CollectionHistory history={history} />
      </Form>
      {/* Sends the image without JavaScript; forms cannot be nested. */}
      <form
        id={sendFormId}
        method="post"
        action={imageUploadPath('collection', slug)}
        encType="multipart/form-data"
        hidden
      />
    </>
  )
}
