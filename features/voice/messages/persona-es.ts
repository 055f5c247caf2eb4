import type { TranslationOf } from '#shared/messages.ts'
import type { persona as english } from './persona-en.ts'

/** Sentences of the built-in persona in Spanish. */
export const persona: TranslationOf<typeof english> = {
  quoted: '«{title}»',
  subjects:
    'Pregúntame por {name}, la pista, los artistas, los libros,{story, select, yes { el recorrido,} other {}} la colección, los tokens, las plataformas, el próximo evento o lo que suena en la radio.',
  hello: 'Hola. Soy un programa que habla en nombre de {name}. {subjects}',
  thanks: 'De nada.',
  goodbye: 'Hasta luego. Lo que escribiste aquí no se guarda.',
  unknown: 'No encontré una respuesta a eso en este sitio. {subjects}',
  iAm: 'Soy el personaje integrado de {name}.',
  biographySays: 'La biografía dice: {text}',
  biography: 'Biografía de {name}',
  biographyLead: '{own, select, yes {La biografía dice:} other {La biografía de {name} dice:}}',
  legalLead:
    '{page, select, privacy {La página de privacidad dice:} terms {Las condiciones dicen:} other {El aviso legal dice:}}',
  bookLead: 'La descripción de «{title}» dice:',
  noVideo: 'Aún no hay ningún video de {name} en este sitio.',
  music: '{count, plural, one {Género} other {Géneros}} de {name}: {genres}. {tagline}',
  listenLabel: 'Dónde escuchar, {name}',
  track: '«{title}» es la pista destacada de {name} y dura {length}.',
  trackLabel: 'Pista destacada «{title}»',
  noTrack: 'Aún no hay ninguna pista de {name} en este sitio.',
  isOn: '{name} está en {place}: {url}',
  isNotOn: '{name} aún no está en {place}.',
  video: 'La página de {name} tiene un video: «{title}».',
  noCollection:
    'Aún no hay ninguna colección de {name}.{others, select, yes { El mercado reúne las demás colecciones.} other {}}',
  collection:
    'Colección «{name}»: {description} Hay {minted, number} de {supply, number} {minted, plural, one {acuñado} other {acuñados}}.',
  collectionLabel: 'Colección «{name}»',
  token: '{name} ({symbol}): {tagline} Usos: {uses}.',
  bookFacts:
    '«{title}: {subtitle}», de {author}, {pages, plural, one {# página} other {# páginas}}. {free, select, yes {Leerlo y descargarlo es gratis.} other {Cuesta {price}.}}{chapters, plural, =0 {} one { También tiene un audiolibro de un capítulo, leído por {readBy}.} other { También tiene un audiolibro de # capítulos, leído por {readBy}.}}',
  syntheticVoice: 'una voz sintética',
  bookDescribed: '{facts} La descripción del libro empieza así: «{text}»',
  bookLabel: 'Libro «{title}»',
  chapterLabel: 'Capítulo «{chapter}» de «{book}»',
  chapter: '«{chapter}» es el capítulo {number, number} de «{book}».',
  bookPublished: '«{title}» se publicó el {date}. Es un libro sobre {category}.',
  bookContents: '«{title}» tiene {count, plural, one {un capítulo} other {# capítulos}}: {list}.',
  venue: 'Mundo virtual',
  noEvents: 'Ahora mismo no hay eventos anunciados en la sala virtual.',
  allCancelled: 'Todos los eventos anunciados en la sala virtual están cancelados: {titles}.',
  eventCancelled: '{title}, previsto en la sala virtual para el {time}, está cancelado.',
  eventOn: '{title} está en curso en la sala virtual; empezó el {time}. {description}',
  eventAt: '{title} se celebra en la sala virtual el {time}. {description}',
  eventNext: 'El próximo evento en la sala virtual es {title}, el {time}. {description}',
  books: 'Hay {count, plural, one {un libro} other {# libros}}: {titles}.',
  startFree:
    'Puedes empezar por {title}, porque es gratis. {count, plural, one {El otro libro es} other {Los demás libros son}}: {others}.',
  noNextBook: 'Este sitio no anuncia ningún libro próximo. Los libros nuevos se anuncian en el boletín de los viernes.',
  noFavorites: 'Soy un programa y no tengo favoritos.',
  freeTitle: '{title}, que es gratis',
  noBooks: 'Aún no hay libros en la biblioteca.',
  noBookAbout: 'La biblioteca no tiene ningún libro sobre eso. {books}',
  library: 'Biblioteca',
  bookFree: '{title} es gratis.',
  bookCosts: '{title} cuesta {price}.',
  bookBuy:
    'Los libros se venden en sus páginas de la Biblioteca. Si un libro no se puede comprar ahora, su página lo dice.',
  tokenPrices: 'Los precios en vivo de los tokens están en la página de tokens.',
  tokens: 'Tokens',
  tokenPrice:
    '{count, plural, =0 {No sé los precios de los tokens, porque cambian a cada minuto.} one {No sé cuánto cuesta {tokens}, porque su precio cambia a cada minuto.} other {No sé cuánto cuestan {tokens}, porque sus precios cambian a cada minuto.}} La página de tokens muestra el precio en vivo, o N/D mientras no lo haya.',
  tokenBuy: 'Puedes comprar {tokens} en un exchange. El enlace está en la página de tokens.',
  noTokenBuy:
    'Este sitio aún no tiene un enlace a un exchange para {tokens}. Cuando lo haya, estará en la página de tokens.',
  outlook:
    'No puedo predecir precios ni doy consejos de inversión. El precio de un token o de un coleccionable puede caer a cero.',
  cashApp:
    'Si la página de un libro ofrece Cash App, elígelo allí. Verás un código QR, el destinatario, el precio exacto y una nota. Envía exactamente ese precio con la nota, marca el pago como enviado y mándanos por correo el recibo con el ID del libro. Buscamos el pago a mano y el libro se abre en cuanto lo confirmamos. Si la página dice que la cuenta es de ejemplo, no envíes dinero.',
  card: 'Si la página de un libro ofrece pago con tarjeta, elige allí «Tarjeta de crédito o débito». Pagas en una página aparte y el libro se abre en cuanto se confirma el pago. Si la opción dice «Pago de prueba», no se cobra dinero real y el libro se abre solo como prueba.',
  payment:
    'La página del libro muestra cómo puedes pagar ahora. Si ofrece pago con tarjeta, pagas en una página aparte. Si ofrece Cash App, envías el precio exacto con la nota que ves allí y nosotros mismos confirmamos el pago.',
  account:
    'En este sitio no necesitas una cuenta. El libro se abre en el navegador con el que lo compraste y el enlace de tu recibo lo abre en tus otros dispositivos.',
  wallet:
    'No necesitas una billetera para usar este sitio. Para conectar una, pulsa «Conectar billetera» en la página de tokens. El sitio solo lee la dirección de la billetera.',
  collectionPrice:
    'No sé cuánto cuestan las colecciones: las venden otros sitios, que fijan los precios. El mercado enlaza al vendedor de cada colección que está a la venta.',
  noCollectionOnSale:
    'Ninguna colección está a la venta en este momento. Cuando una salga a la venta, otro sitio la venderá y fijará el precio, y el mercado enlazará a ese sitio.',
  tokenCount: '{count, plural, =0 {Aún no hay tokens} one {Hay un token} other {Hay # tokens}}. {list}',
  allGenerated:
    '{count, plural, one {El artista de [siteName] Fam está generado} other {Los # artistas de [siteName] Fam están generados}} con IA.',
  someGenerated:
    'Artistas generados con IA en [siteName] Fam: {generated, number} de {count, number}{any, select, yes { ({names})} other {}}.',
  isGenerated: '{name} es artista de IA, no una persona.',
  isNotGenerated: 'Este sitio no indica que {name} esté generado con IA.',
  spokenAnswers: 'Cuando respondo en voz alta, oyes una voz sintética. La biografía dice sobre la voz cantada:',
  iAmSoftware: 'Hablo en nombre de este artista y soy un programa.',
  software:
    'Soy un programa: el personaje que este sitio tiene para {name}{generated, select, yes {, artista de IA} other {}}. {written, select, yes {No hay ninguna persona escribiendo. Un modelo de lenguaje ({writer}) redacta las respuestas a partir de lo publicado en este sitio y enlaza a las páginas que usó.} other {No hay ninguna persona escribiendo y no se usa ningún modelo de lenguaje. Busco las respuestas en lo publicado en este sitio y enlazo a las páginas que usé.}}',
  maker: 'Me creó [siteName].',
  privacy:
    'Lo que escribes o dices aquí se responde y no se guarda. Si hablas, tu navegador convierte tu voz en texto y puede enviar el audio al fabricante del navegador; este sitio solo recibe el texto.{written, select, yes { Lo que escribes o dices se envía como texto a un modelo de lenguaje ({writer}) para redactar la respuesta.} other {}} Donde hay un agente de voz conectado, tu voz solo se le envía después de que aceptes en el panel. La página de privacidad da los detalles.',
  privacyLabel: 'Privacidad',
  contact: 'El aviso legal dice: {text}',
  contactAt: 'Escríbenos a {address}. {text}',
  imprint: 'Aviso legal',
  recognition: 'Reconocimientos que figuran en la página del recorrido: {list}.',
  noAwards: 'Este sitio no menciona premios de sus artistas.',
  founderAwards: 'Los premios de [siteName] y de su fundador están en la página del recorrido.',
  journey: 'El recorrido',
  playThere: 'Puedes reproducir {title} en el reproductor de la página de {name}.',
  listenHere: 'Puedes reproducir {title} en el reproductor de esta página.',
  playHere: 'Puedo poner «{title}» en el reproductor de esta página.',
  otherMusic:
    'Solo puedo reproducir música de este sitio: {track, select, none {la radio} other {«{track}» o la radio}}.',
  onAir: 'Ahora suena en la radio: «{title}», de {artist}.',
  radioLabel: '[siteName] Radio',
  nothingOnAir: 'Ahora mismo no suena nada en la radio.',
  playedBefore: 'Antes sonó «{title}», de {artist}.',
  playsNext: 'Después suena «{title}», de {artist}.',
  noPreviousSong: 'No sé qué sonó antes.',
  noNextSong: 'No sé qué suena después.',
  turningOn: '{onAir} Enciendo la radio.',
  listeners: 'Mientras suena la radio, la barra al pie de la página muestra cuántas personas la escuchan.',
  playRadio: 'Encender la radio',
  playingRadio: 'Encendiendo la radio',
  play: 'Reproducir «{title}»',
  playing: 'Reproduciendo «{title}»',
  open: 'Abrir «{title}»',
  opening: 'Abriendo «{title}»',
  tracks:
    '[siteName] Fam {count, plural, =0 {aún no tiene pistas destacadas} one {tiene una pista destacada: {list}} other {tiene # pistas destacadas: {list}}}.',
  trackBy: '«{title}», de {name}',
  roster: 'Hay {count, plural, one {un artista} other {# artistas}} en [siteName] Fam: {list}.',
  rosterLabel: '[siteName] Fam',
  platforms:
    '{count, plural, =0 {Aún no hay plataformas.} one {Hay una plataforma: {list}.} other {Hay # plataformas: {list}.}}',
  ecosystem: 'Ecosistema',
  collections:
    '{count, plural, =0 {Aún no hay colecciones.} one {Hay una colección: {list}.} other {Hay # colecciones: {list}.}}',
  pieces:
    '{minted, plural, =0 {Aún no hay ningún NFT acuñado.} one {Hay un NFT acuñado.} other {Hay # NFT acuñados en {collections, plural, one {una colección} other {# colecciones}}.}}{left, plural, =0 {} one { Queda uno por acuñar.} other { Quedan # por acuñar.}}',
  market: 'Mercado',
  submit:
    'Puedes enviar una pista a la radio con el formulario de este sitio: un archivo MP3 de hasta {size, number} MB. Una persona escucha cada pista y decide.',
  submitLabel: 'Envía tu música',
  hearBack:
    'Una persona escucha cada pista, así que no podemos decir cuánto tarda. Te enviaremos nuestra decisión por correo, y la página de estado privada de tu pista muestra en qué punto está.',
  podcast:
    'El audiolibro de {title} también es un pódcast, y es gratis. El enlace a su canal está en la página del libro, y todos los canales de este sitio están en la página para desarrolladores.',
  noPodcast: 'Aún no hay ningún pódcast en este sitio.',
  api: 'Este sitio tiene una API pública de solo lectura. No necesitas clave ni cuenta. La página para desarrolladores la describe.',
  developers: 'Desarrolladores',
  languages:
    'Respondo en inglés y en español, en el idioma de la página. Puedes cambiar el idioma al pie de la página.',
  newsletter:
    'El boletín se envía todos los viernes a las 9:00 (EST). Trata de música con IA y tecnología creativa. Puedes suscribirte en su página.',
  newsletterLabel: 'El boletín de los viernes',
  venueEntrance: 'Puedes entrar a la sala virtual en la página de inicio, en la sección Mundo virtual.',
  venueNeeds:
    'La sala virtual funciona en tu navegador. No necesitas una cuenta, una aplicación, un visor ni un micrófono, y entrar es gratis.',
  venueNeedsOutside:
    'En este sitio no necesitas una cuenta. La sala virtual está en {host}, el sitio de otra empresa, que puede pedirte que inicies sesión.',
  myBooks:
    'Mis libros muestra los libros que tienes en este navegador. Con el correo electrónico de tu pedido, también puede enviarte tus enlaces personales, que abren tus libros en cualquier dispositivo y no caducan.',
  myBooksLabel: 'Mis libros',
  refund:
    'Las condiciones explican cuándo puedes desistir de una compra y recibir un reembolso. Para desistir, usa el formulario de desistimiento.',
  terms: 'Condiciones',
  withdraw: 'Desistir del contrato',
  founder: 'La página del recorrido cuenta la historia del fundador. Empieza así: {text}',
  operator:
    '[siteName] opera este sitio y figura en el aviso legal.{story, select, yes { La página del recorrido cuenta la historia del fundador.} other {}}',
  allBooksBy: '{count, plural, one {El único libro es} other {Los # libros son}} de {author}.',
  booksBy: 'De {author}: {titles}.',
  sameLength: '{pages, plural, one {Todos los libros tienen una página.} other {Todos los libros tienen # páginas.}}',
  shortest: 'Más corto: {titles}, {pages, plural, one {una página} other {# páginas}}.',
  longest: 'Más largo: {titles}, {pages, plural, one {una página} other {# páginas}}.',
  freeBooks: '{count, plural, one {{titles} es gratis.} other {{titles} son gratis.}}',
  samePrice:
    '{count, plural, one {El único libro a la venta cuesta {price}.} other {Cada uno de los # libros a la venta cuesta {price}.}}',
  cheapest: 'Precio más bajo: {price} por {titles}.',
  dearest: 'Precio más alto: {price} por {titles}.',
  preview:
    'Puedes leer gratis {pages, plural, one {la primera página} other {las primeras # páginas}} de cada libro a la venta, en la página del libro.',
  download:
    'Puedes descargar un libro comprado como PDF en su página y en el lector, en cualquier navegador donde el libro esté abierto. Mis libros muestra los libros que tienes en este navegador y puede enviarte por correo tus enlaces personales.',
  offline:
    'Los PDF descargados se abren sin conexión, y el lector puede guardar páginas para leer sin conexión. La radio necesita conexión.',
  print:
    'Puedes descargar un libro comprado, o uno gratis, como PDF sin protección contra copia, que cualquier programa que abra PDF puede imprimir. Puedes compartir un libro gratis, pero no uno comprado.',
  bookFormats:
    'Un libro se lee en un navegador actualizado o como PDF, en cualquier dispositivo que abra PDF. No hay otros formatos, como EPUB.',
  gift: 'Aquí no puedes comprar un libro como regalo: un libro comprado es para ti y no puedes pasarlo a otras personas. Puedes compartir un libro gratis, sin cambios.',
  bookLanguages:
    'Este sitio no indica el idioma de cada libro. Puedes leer gratis una parte de cada libro antes de comprarlo.',
  receipt:
    'Cuando se confirma tu pago, te enviamos por correo un recibo con tu código de pedido y un enlace personal, si diste una dirección de correo. Si no diste ninguna, puedes añadirla en la página del libro, en el navegador con el que lo compraste.',
  order:
    'El libro se abre en cuanto se confirma tu pago: abre su página en el navegador con el que lo compraste. Los pagos con Cash App los confirmamos nosotros mismos, así que tardan más. Mis libros muestra los libros que tienes en este navegador y puede enviarte por correo tus enlaces personales.',
  orderHelp: 'Si el libro sigue sin abrirse, escribe a {address} con tu código de pedido.',
  otherPayments:
    'Un libro solo se puede pagar con tarjeta o con Cash App, y la página del libro muestra qué se ofrece ahora.',
  submitFile:
    'El formulario acepta un archivo MP3 de hasta {size, number} MB que dure entre {seconds, number} segundos y {minutes, number} minutos. No se aceptan otros formatos, como WAV.',
  submitRights:
    'Para enviar una pista, confirmas que es tuya y que tienes todos los derechos, o el permiso de quienes los tienen, y aceptas que [siteName] Radio la emita. El formulario no pide otros derechos. Mientras no se rechace la pista, puedes retirarla en su página de estado privada.',
  submitPaid:
    'Este sitio no dice nada sobre pagos por emitir una pista. Para enviar una pista, aceptas que [siteName] Radio la emita.',
  submitUse: 'No sé más que la página de privacidad, que dice para qué usamos una pista enviada y sus datos: {text}',
  emailPrivacy:
    'Guardamos tu dirección de correo con aquello para lo que la diste, como un pedido, el boletín o una pista enviada. Puede pasar por proveedores que trabajan para nosotros, como el que entrega nuestros correos. Una parte aparece en cada página de un libro que compres. Si pagas con tarjeta, el proveedor de pagos también puede pedírtela. La página de privacidad enumera los proveedores.',
  nftMeaning:
    'Un NFT (token no fungible) es un registro único en una cadena de bloques que dice quién tiene un objeto digital, como una obra. El mercado muestra las colecciones del ecosistema.',
  noNftSales:
    'Este sitio no vende NFT, y aquí no puedes vender los tuyos. El mercado muestra las colecciones del ecosistema.',
  collectionSellers: 'Enlaza al vendedor de cada colección que está a la venta.',
  askForUse: 'Para usar algo de este sitio, escribe antes a {address}.',
  embed:
    'Puedes insertar la radio o una pista destacada en tu propio sitio. La página para desarrolladores muestra los reproductores y el código.',
  radioFree: 'Escuchar la radio es gratis. No necesitas una cuenta ni un token.',
  freeHere: 'Hablar conmigo, escuchar la radio y suscribirte al boletín es gratis.',
  paidBooks: '{count, plural, one {Un libro es} other {# libros son}} de pago; el precio está en su página.',
  oneTrack: 'Hay una pista de {name} en este sitio.',
  noReleaseDates: 'Este sitio no dice cuándo salió una pista.',
  otherArtists:
    '[siteName] Fam tiene {count, plural, one {un artista} other {# artistas}}. Otros músicos pueden enviar una pista a la radio. Para todo lo demás, escríbenos.',
}
