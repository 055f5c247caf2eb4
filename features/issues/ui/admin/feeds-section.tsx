import { useState, type SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, openDialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { FeedListItem, FeedReply } from '#features/issues/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { FeedTable } from './feed-table.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { Field } from '#ui/field.tsx'

const removing = 'remove-feed'

/**
 * Settings section with the feeds for generated issues. None is listed by default, so no external request is made
 * before one is added.
 */
export function FeedsSection() {
  const { may, notify } = useAdmin()
  const { data, error, reload } = useAdminData<{ items: FeedListItem[] }>('feeds')
  const [leaving, setLeaving] = useState<FeedListItem>()
  const [reading, setReading] = useState<string>()
  // Generating an issue reads the feeds.
  useTabReload(reload)

  async function read({ id }: FeedListItem) {
    if (reading) return
    setReading(id)
    try {
      const { feed } = await callAdminApi<FeedReply>(`feeds/${id}/read`, { method: 'POST' })
      if (feed.problem) notify(`${nameOf(feed)} could not be read: ${feed.problem}.`, 'refused')
      else notify(`${nameOf(feed)} was read.`)
    } catch (failure) {
      notify(adminErrorMessage(failure) ?? 'API call failed', 'refused')
    }
    setReading(undefined)
    reload()
  }

  async function remove({ id, ...feed }: FeedListItem) {
    try {
      await callAdminApi(`feeds/${id}`, { method: 'DELETE' })
      notify(`${nameOf(feed)} was removed.`)
    } catch (failure) {
      notify(adminErrorMessage(failure) ?? 'API call failed', 'refused')
    }
    reload()
  }

  return (
    <SettingsSection
      title="Feeds"
      lead="Generated issues use this site’s content and the items of these feeds. Feeds are read when an issue is generated, at most every 10 minutes."
    >
      {error ? (
        <EmptyState title="Couldn’t load feeds" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      ) : data ? (
        <FeedTable
          feeds={data.items}
          reading={reading}
          actions={
            may('editor')
              ? {
                  read: (feed) => void read(feed),
                  remove(feed) {
                    setLeaving(feed)
                    openDialog(removing)
                  },
                }
              : undefined
          }
        />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      {may('editor') ? (
        <FeedForm
          onAdded={(feed) => {
            notify(`${nameOf(feed)} was added.`)
            reload()
          }}
        />
      ) : null}
      <Dialog
        id={removing}
        title={`Remove ${leaving ? nameOf(leaving) : ''}?`}
        actions={
          <>
            <Button
              variant="primary"
              onClick={() => {
                ;(document.getElementById(removing) as HTMLDialogElement | null)?.close()
                if (leaving) void remove(leaving)
              }}
            >
              Remove
            </Button>
            <DialogClose for={removing}>Cancel</DialogClose>
          </>
        }
      >
        <p className="text-dust">Its saved items will be deleted. Issues that already use them do not change.</p>
      </Dialog>
    </SettingsSection>
  )
}

const nameOf = ({ title, url }: Pick<FeedListItem, 'title' | 'url'>) => title || url

/** Form that adds a feed after reading it; errors are shown at the field. */
function FeedForm({ onAdded }: { onAdded(feed: FeedListItem): void }) {
  const [refusal, setRefusal] = useState('')
  const [isReading, setReading] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isReading) return
    setReading(true)
    setRefusal('')
    try {
      const { feed } = await callAdminApi<FeedReply>('feeds', {
        method: 'POST',
        body: Object.fromEntries(new FormData(form)),
      })
      form.reset()
      onAdded(feed)
    } catch (error) {
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
      form.querySelector('input')?.focus()
    }
    setReading(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="Feed URL"
        name="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={1000}
        autoComplete="off"
        placeholder="https://example.com/feed.xml"
        hint="RSS, Atom or JSON Feed."
        error={refusal || undefined}
      />
      <div>
        <Button type="submit" aria-disabled={isReading}>
          {isReading ? 'Adding…' : 'Add feed'}
        </Button>
      </div>
    </form>
  )
}
