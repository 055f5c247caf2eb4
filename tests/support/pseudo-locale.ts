import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀćđéƒĝĥíĵķļɱńóƥɋŕšťúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĻṀŃÓƤɊŔŠŤÚṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, index) => [letter, [...accented][index]!]))

/**
 * Accents all letters of a text in ICU MessageFormat and puts it in brackets: what is shown without accents does not
 * come from the catalogues. Names and values of arguments stay.
 */
export function pseudoText(text: string): string {
  return `⟦${printAST(parse(text).map(accent))}⟧`
}

function accent(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal)
    return { ...element, value: [...element.value].map((letter) => letters.get(letter) ?? letter).join('') }
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(accent) }
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
  const options = Object.entries(element.options).map(([key, option]) => [
    key,
    { ...option, value: option.value.map(accent) },
  ])
  return { ...element, options: Object.fromEntries(options) } as MessageFormatElement
}
