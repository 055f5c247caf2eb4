import { Field, TextArea } from '#ui/field.tsx'
import { type Insight, isOwnPath, sourceAddressError, type Source, type Tool } from '#features/issues/contract.ts'
import { type Keyed, newInsight, newSource, newTool } from './draft.ts'
import { Items } from './items.tsx'

type EditorProps<Item> = { items: Keyed<Item>[]; onChange: (items: Keyed<Item>[]) => void }

const unsourced = ({ source }: { source: Source }) => (source.url.trim() === '' ? 'No source' : '')

/** Editor of the insights with their sources. */
export function InsightsEditor({ items, onChange }: EditorProps<Insight>) {
  return (
    <Items
      label="Key insights"
      noun="insight"
      items={items}
      make={newInsight}
      onChange={onChange}
      nameOf={({ title }) => title}
      lackOf={unsourced}
    >
      {(item, change) => (
        <>
          <Field
            label="Insight"
            maxLength={300}
            value={item.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <Description value={item.description} onChange={(description) => change({ description })} />
          <SourceFields source={item.source} onChange={(source) => change({ source })} />
        </>
      )}
    </Items>
  )
}

/** Editor of the tools with their sources. */
export function ToolsEditor({ items, onChange }: EditorProps<Tool>) {
  return (
    <Items
      label="Tools"
      noun="tool"
      items={items}
      make={newTool}
      onChange={onChange}
      nameOf={({ name }) => name}
      lackOf={unsourced}
    >
      {(item, change) => (
        <>
          <Field
            label="Tool"
            maxLength={300}
            value={item.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Description value={item.description} onChange={(description) => change({ description })} />
          <SourceFields source={item.source} onChange={(source) => change({ source })} />
        </>
      )}
    </Items>
  )
}

/** Editor of the sources of the whole issue. */
export function SourcesEditor({ items, onChange }: EditorProps<Source>) {
  return (
    <Items
      label="Featured sources"
      noun="source"
      items={items}
      make={newSource}
      onChange={onChange}
      nameOf={({ title, url }) => title || url}
      lackOf={({ url }) => (url.trim() === '' ? 'No URL' : '')}
    >
      {(item, change) => <SourceFields source={item} onChange={change} />}
    </Items>
  )
}

function Description({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  return (
    <TextArea
      label="Description"
      rows={3}
      maxLength={4000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function SourceFields({ source: { title, url }, onChange }: { source: Source; onChange: (source: Source) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Source"
        maxLength={300}
        value={title}
        onChange={(event) => onChange({ title: event.target.value, url })}
      />
      <Field
        label="Source URL"
        inputMode="url"
        maxLength={2000}
        placeholder="https://"
        value={url}
        onChange={(event) => onChange({ title, url: event.target.value })}
        error={isAddress(url) ? undefined : sourceAddressError}
      />
    </div>
  )
}

// Only a first check; the server decides which paths exist.
const isAddress = (url: string) => url.trim() === '' || isOwnPath(url.trim()) || /^https?:\/\/[^\s/]+/i.test(url.trim())
