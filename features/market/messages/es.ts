import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Mercado',
  head: {
    title: 'Mercado',
    description:
      'Las colecciones de NFT del ecosistema: qué es cada pieza, cuántas se han acuñado, cuántas habrá en total y si están a la venta.',
  },
  page: {
    kicker: 'Mercado',
    heading: 'Colecciones de NFT',
    lead: 'Cada colección está limitada a un número fijo de piezas, y su descripción dice qué recibes. Escuchar la música sigue siendo gratis.',
    total: '{count, plural, one {colección} other {colecciones}}',
    minted: '{count, plural, one {NFT acuñado} other {NFT acuñados}}',
    left: 'por acuñar',
    onSale: 'A la venta ahora',
    all: 'Todas las colecciones',
    none: 'Todavía no hay colecciones',
    noneText: 'Las colecciones nuevas se anuncian en el boletín de los viernes.',
    noneOnSale: 'Ninguna colección a la venta',
    noneOnSaleText:
      'Abajo puedes ver todas las colecciones. Cuando una salga a la venta, el boletín de los viernes lo anunciará y esta página enlazará el sitio que la vende. No compres estas colecciones desde ningún otro enlace.',
    newsletter: 'Ir al boletín',
    edition: 'Edición de [siteName]',
    piecesLeft: '{count, number} <dim>{count, plural, one {disponible} other {disponibles}}</dim>',
    mintedOf: '{minted, number} <dim>de {supply, number} acuñados</dim>',
    buyOn: 'Comprar en {host}',
    buyOnHint: ': {name} (se abre en una pestaña nueva)',
    viewOn: 'Ver en {host}',
    newTab: '(se abre en una pestaña nueva)',
    exchanges:
      'No administramos los sitios que venden estas colecciones ni fijamos sus precios. Este sitio nunca le pide a tu billetera que firme nada. Esos sitios sí lo harán, así que lee cada solicitud antes de firmar.',
    tag: { 'on-sale': 'A la venta', 'sold-out': 'Agotada', 'closed': 'Cerrada' },
    noLink: {
      'not-on-sale': 'Ahora mismo no está a la venta',
      'sold-out': 'Todas las piezas están acuñadas',
      'closed': 'No se acuñarán más',
    },
  },
}
