import { ActionResult } from '#ui/action-result.tsx'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TabsNav } from '#ui/tabs-nav.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextArea } from '#ui/field.tsx'
import { Specimen } from './specimen.tsx'

const rows = [
  { name: 'Copper Sand', state: 'On air', plays: 1247, price: '$9.99' },
  {
    name: 'A name that is much longer than the names that usually appear in a table',
    state: 'Pending',
    plays: 3,
    price: '$0.00',
  },
]

const columns: DataColumn<(typeof rows)[number]>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, isRowHeader: true },
  { key: 'state', header: 'State', cell: ({ state }) => <Tag>{state}</Tag> },
  { key: 'plays', header: 'Plays', cell: ({ plays }) => plays.toLocaleString('en-US'), isNumeric: true },
  { key: 'price', header: 'Price', cell: ({ price }) => price, isNumeric: true },
  { key: 'acts', header: 'Actions', cell: () => <Button>Open</Button>, isUnlabelled: true },
]

/** Components of admin screens: tables, search, pagination, tabs and action results. */
export function AdminSpecimens() {
  return (
    <>
      <Specimen name="Screen heading">
        <div className="w-full">
          <ScreenHeading title="Orders" actions={<Button variant="primary">Create order</Button>}>
            One sentence on what this screen is for.
          </ScreenHeading>
        </div>
      </Specimen>
      <Specimen name="Tabs">
        <div className="w-full min-w-0">
          <TabsNav
            label="Tabs of the gallery"
            tabs={[
              { to: '/dev/ui', label: 'Here', count: 3 },
              { to: '/dev/outbox', label: 'Local outbox' },
              { to: '/dev/station', label: 'Station', count: 1247 },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="Table">
        <div className="w-full min-w-0">
          <DataTable
            caption="Tracks of the gallery"
            isCaptionShown
            columns={columns}
            rows={rows}
            rowKey={({ name }) => name}
            isHighlighted={({ state }) => state === 'Pending'}
            empty={null}
          />
        </div>
        <div className="w-full min-w-0">
          <DataTable
            caption="A table without rows"
            columns={columns}
            rows={[]}
            rowKey={({ name }) => name}
            empty={<EmptyState title="No items yet">Your items will appear here. Create one to start.</EmptyState>}
          />
        </div>
      </Specimen>
      <Specimen name="Search">
        <div className="w-full">
          <SearchForm label="Search the gallery" value="copper" clearTo="/dev/ui">
            <SelectField
              label="State"
              name="state"
              options={[
                ['', 'All'],
                ['pending', 'Pending'],
              ]}
            />
          </SearchForm>
        </div>
      </Specimen>
      <Specimen name="Pages">
        <div className="flex w-full flex-col gap-6">
          <Pager label="First page" page={1} pageCount={12} />
          <Pager label="A page in the middle" page={5} pageCount={12} />
        </div>
      </Specimen>
      <Specimen name="Text area">
        <div className="grid w-full gap-6 md:grid-cols-2">
          <TextArea label="Text" name="text" hint="Purpose of the text." />
          <TextArea label="With an error" name="text" error="Enter at least one word." />
        </div>
      </Specimen>
      <Specimen name="Action result">
        <div className="flex w-full flex-col gap-4">
          <ActionResult
            outcome={{
              kind: 'done',
              message: 'Payment confirmed. The buyer now has access to the book.',
              undo: { act: 'undo' },
            }}
          />
          <ActionResult
            outcome={{ kind: 'refused', message: 'This payment was refunded in the meantime. No changes were made.' }}
          />
        </div>
      </Specimen>
    </>
  )
}
