import { SelectField } from '#ui/select-field.tsx'
import { importEncodings, type ImportEncoding, type ImportReport } from '#features/subscribers/import.ts'

const encodingLabels: Record<ImportEncoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows)',
  'macintosh': 'Western European (Mac)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'koi8-u': 'Cyrillic (KOI8)',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'shift_jis': 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  'iso-2022-jp': 'Japanese (ISO 2022)',
  'gb18030': 'Chinese, simplified (GB 18030)',
  'big5': 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean',
  'utf-16le': 'Unicode (UTF-16, little-endian)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
}
const options = importEncodings.map((name) => [name, encodingLabels[name]] as const)

/** Field for the guessed encoding of a file, with values that show whether it is right. */
export function ImportEncodingField({
  encoding: { name, samples },
  onChange,
}: {
  encoding: ImportReport['encoding']
  onChange(name: ImportEncoding): void
}) {
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label="Character encoding"
        options={options}
        value={name}
        hint="The file does not specify its encoding. If these values look wrong, choose another one."
        onChange={({ target }) => onChange(target.value as ImportEncoding)}
      />
      {samples.length > 0 ? <p className="break-words text-small">{samples.join(' · ')}</p> : null}
    </div>
  )
}
