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
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: [...element.value].map((letter) => letters.get(letter) ?? letter).join('') }
    case TYPE.tag:
      return { ...element, children: element.children.map(accent) }
    case TYPE.plural:
    case TYPE.select:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([key, option]) => [key, { ...option, value: option.value.map(accent) }]),
        ),
      } as MessageFormatElement
    default:
      return element
  }
}
