import { hasWord, lastWord, namesCodes, nameWords, wordsOf } from './column-names.ts';

/** Words for a telephone, which may be before whose it is. */
const telephones = wordsOf(
  'telefon telefono teléfono téléphone telefone tel tél tlf gsm mobil puhelin телефон τηλέφωνο',
);

/** Words for the number or code of something, which may be before what it is of. */
const numbers = wordsOf(
  'numéro číslo numer номер številka nomor nombor رقم شماره codice código код kod cod',
);

/**
 * Words for customers and their files, and the tax number of Serbia, whose letters mean the product of a country elsewhere:
 * digits in groups alone make identifiers of them.
 */
const inGroups = wordsOf(
  'pib',
  'customer kunde debitor kreditor klant kundenr kund asiakas client cliente dossier expediente',
  'klienta zákazníka smlouvy zmluvy kupca müşteri клиента клієнта клиент договора πελάτη العميل',
  'לקוח pelanggan',
);

/** Beside these: telephones, accounts, tax numbers and postal codes, as the last word of a name. */
const identifiers = wordsOf(
  // English, and what many languages have.
  'contact whatsapp msisdn landline cellphone ein tin nhs',
  // German, Dutch, Afrikaans.
  'mobiltelefon rufnummer festnetz kontakt faxnr steuernummer ustid',
  'telefoon mobiel rekening kvk bsn btw selfoon foon',
  // Danish, Norwegian, Swedish, Icelandic.
  'mobiltlf tfn mobilnr cvr cpr orgnr kontonr personnr sími farsími kennitala',
  // Finnish, Estonian, Latvian, Lithuanian.
  'puh matkapuhelin kännykkä tunnus hetu tili telefoninumber mobiiltelefon isikukood',
  'tālrunis tālr mobilais numurs kods telefonas mobilusis numeris kodas',
  // French, Catalan.
  'téléphones portable fiscal telèfon mòbil nif',
  // Spanish, Portuguese, Galician.
  'teléfonos tfno tlfn móvil movil celular cel dni nie cif rfc curp cuit cuil rut ruc nit',
  'telefones telemóvel telemovel nipc cpf cnpj conta codigo',
  // Italian, Romanian.
  'telefoni cellulare cell fiscale telefoane mobilul cui cnp poștal',
  // Polish, Czech, Slovak.
  'telefonu komórka komórkowy nip regon pesel krs konta rachunek rachunku pocztowy',
  'telefón telefónu ičo ico dič ičdph účet účtu psč',
  // Slovene, Croatian, Bosnian, Serbian.
  'telefona mobitel mobitela emšo davčna računa žiro oib jmbg',
  'телефони мобилни пиб јмбг рачуна',
  // Hungarian, Turkish, Azerbaijani, Albanian.
  'azonosító taj numarası kodu tckn vkn nömrəsi',
  // Russian, Ukrainian, Bulgarian, Kazakh.
  'телефона тел моб мобильный факс индекс инн кпп огрн огрнип снилс бик окпо',
  'счет счёт счета счёта паспорта телефону мобільний індекс єдрпоу іпн рнокпп',
  'рахунок рахунку егн еик булстат сметка телефоны нөмірі',
  // Greek.
  'τηλεφωνο τηλεφώνου τηλ κινητό κινητο φαξ αφμ αμκα λογαριασμός λογαριασμού κωδικός τκ',
  // Arabic, Persian, Hebrew, Hindi.
  'هاتف الهاتف جوال الجوال موبايل فاكس الحساب تلفن موبایل همراه حساب کدپستی',
  'טלפון נייד פקס חשבון מיקוד फ़ोन फोन मोबाइल दूरभाष खाता',
  // Indonesian, Malay, Vietnamese, Filipino, Swahili.
  'telepon telp telpon ponsel npwp thoại sđt mst simu',
);

/** How a longer word for such a number ends, where words are written together or have no spaces. */
const endings = new RegExp(
  [
    '.(?:numero|nummer|telefoon|telefon|puhelin|tunnus|numurs|numeris)',
    '(?:telefon|mobil|fax|ügyfél|vevő|számla|adó|irányító|cégjegyzék|szerződés|rendelés|törzs)szám',
    '(?:電話|番号|携帯|携帯電話|ファックス|郵便番号|口座)',
    '(?:电话|電話|手机|手機|手机号|手機號|身份证号|身分證號|卡号|卡號|号码|號碼|编号|編號|账号|帳號|邮编|邮政编码|郵遞區號|税号|统一社会信用代码|传真|傳真|微信)',
    '(?:전화|번호|휴대폰|핸드폰|연락처|팩스)',
    '(?:เบอร์|โทร|โทรศัพท์|มือถือ|รหัสไปรษณีย์|เลขที่บัญชี|เลขประจำตัวผู้เสียภาษี)',
  ]
    .map((end) => `(?:${end})$`)
    .join('|'),
  'u',
);

/** Words that make an amount of the same: the turnover of mobile telephones. */
const amounts = wordsOf(
  'amount amounts total totals sum count counts revenue sales turnover cost costs price value volume',
  'visits visitors users views betrag summe umsatz anzahl kosten preis wert besucher nutzer menge',
  'montant somme nombre coût coûts prix valeur importe suma cantidad costo precio valor importo somma',
  'quantità quantidade prezzo bedrag aantal omzet kwota liczba wartość belopp antal summa beløb beløp',
  'antall määrä částka počet obrat сумма количество стоимость сума кількість ποσό σύνολο toplam tutar',
  'saldo balance solde stan stav zůstatek остаток egenleg bakiye υπόλοιπο',
);

const isLeading = (word: string): boolean => telephones.has(word) || numbers.has(word);

/** Whether a column is named as one of identifiers, whose digits may be in groups. */
export function namesIdentifiers(name: string): boolean {
  if (namesCodes(name)) return true;
  const words = nameWords(name);
  const [first = ''] = words;
  // WhatsApp is one word.
  const last = [lastWord(name), words.slice(-2).join('')];
  return (
    !hasWord(name, amounts) &&
    (isLeading(first) ||
      last.some((word) => isLeading(word) || inGroups.has(word) || identifiers.has(word)) ||
      endings.test(lastWord(name)))
  );
}

/** Of the names of codes those that no key of a table has: telephones, accounts, goods, taxes. */
const ofThings = wordsOf(
  'phone phones telephone mobile fax handy isbn issn ean gtin upc iban barcode imei ssn vat',
  'zip zipcode postcode cep plz acct account konto compte cuenta conto taxid duns routing aba',
);
/** Letters that mean such a number wherever they stand in a name: CNPJ Emitente. */
const letters = wordsOf(
  'cnpj cpf инн кпп огрн огрнип снилс nip regon pesel nipc rfc curp cuit cuil nif ičo dič oib',
  'jmbg vkn tckn npwp ean gtin isbn imei iban siret siren ssn αφμ αμκα егн єдрпоу рнокпп',
);
/** What is counted as well as called: visits by mobile. */
const devices = wordsOf(
  'mobile mobil mobiel móvil movil móviles celular cel cell cellulare portable telemóvel telemovel',
  'gsm contact kontakt mobilus mobilul мобильный мобільний simu ponsel matkapuhelin kännykkä',
);
/** The word for a number at the end of a name: account number, phone no. */
const numbering = wordsOf('number numbers numero número numéro num no nr nummer numer номер');
/** Digits of telephones, accounts and taxes from here on, and of mobile telephones. */
const [fewest, fewestOfDevices] = [7, 9];

/**
 * Whether a column whose whole numbers have at least so many digits is named as one of identifiers
 * that nobody counts with.
 */
export function namesPlainIdentifiers(name: string, digits: number): boolean {
  if (digits < fewest || hasWord(name, amounts)) return false;
  if (hasWord(name, letters)) return true;
  const all = nameWords(name);
  const words = numbering.has(all.at(-1) ?? '') ? all.slice(0, -1) : all;
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const named = [
    ...(telephones.has(first) ? [first] : []),
    ...[last, words.slice(-2).join(''), last.replace(/n?(?:nummer|nr)$/, '')].filter(
      (word) => telephones.has(word) || identifiers.has(word) || ofThings.has(word),
    ),
  ];
  if (endings.test(last) || /.(?:konto|telefon)$/.test(last)) return true;
  return named.some((word) => digits >= fewestOfDevices || !devices.has(word));
}
