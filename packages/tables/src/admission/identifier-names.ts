import { hasWord, lastWord, namesCodes, nameWords, wordsOf } from './column-names.ts';

/** Words for a telephone, and for the number or code of something, that may be before what it is of. */
const leading = wordsOf(
  'telefon telefono teléfono téléphone telefone tel tél tlf gsm mobil puhelin телефон τηλέφωνο',
  'numéro číslo numer номер številka nomor nombor رقم شماره codice código код kod cod',
);

/** Beside these: telephones, accounts, customers, tax numbers and postal codes, as the last word of a name. */
const identifiers = wordsOf(
  // English, and what many languages have.
  'contact whatsapp msisdn landline cellphone customer ein tin nhs',
  // German, Dutch, Afrikaans.
  'mobiltelefon rufnummer festnetz kontakt faxnr kunde steuernummer ustid debitor kreditor',
  'telefoon mobiel rekening klant kvk bsn btw selfoon foon',
  // Danish, Norwegian, Swedish, Icelandic.
  'mobiltlf tfn mobilnr kundenr cvr cpr orgnr kontonr kund personnr sími farsími kennitala',
  // Finnish, Estonian, Latvian, Lithuanian.
  'puh matkapuhelin kännykkä tunnus hetu tili asiakas telefoninumber mobiiltelefon isikukood',
  'tālrunis tālr mobilais numurs kods telefonas mobilusis numeris kodas',
  // French, Catalan.
  'téléphones portable client fiscal dossier telèfon mòbil nif',
  // Spanish, Portuguese, Galician.
  'teléfonos tfno tlfn móvil movil celular cel cliente dni nie cif rfc curp cuit cuil rut ruc nit',
  'expediente telefones telemóvel telemovel nipc cpf cnpj conta codigo',
  // Italian, Romanian.
  'telefoni cellulare cell fiscale telefoane mobilul cui cnp poștal',
  // Polish, Czech, Slovak.
  'telefonu komórka komórkowy nip regon pesel krs konta rachunek rachunku pocztowy klienta',
  'telefón telefónu ičo ico dič ičdph účet účtu psč zákazníka smlouvy zmluvy',
  // Slovene, Croatian, Bosnian, Serbian.
  'telefona mobitel mobitela emšo davčna računa žiro oib jmbg pib kupca',
  'телефони мобилни пиб јмбг рачуна',
  // Hungarian, Turkish, Azerbaijani, Albanian.
  'azonosító taj numarası kodu tckn vkn müşteri nömrəsi',
  // Russian, Ukrainian, Bulgarian, Kazakh.
  'телефона тел моб мобильный факс индекс инн кпп огрн огрнип снилс бик окпо',
  'счет счёт счета счёта клиента договора паспорта телефону мобільний індекс єдрпоу іпн рнокпп',
  'рахунок рахунку клієнта егн еик булстат сметка клиент телефоны нөмірі',
  // Greek.
  'τηλεφωνο τηλεφώνου τηλ κινητό κινητο φαξ αφμ αμκα λογαριασμός λογαριασμού πελάτη κωδικός τκ',
  // Arabic, Persian, Hebrew, Hindi.
  'هاتف الهاتف جوال الجوال موبايل فاكس الحساب العميل تلفن موبایل همراه حساب کدپستی',
  'טלפון נייד פקס חשבון לקוח מיקוד फ़ोन फोन मोबाइल दूरभाष खाता',
  // Indonesian, Malay, Vietnamese, Filipino, Swahili.
  'telepon telp telpon ponsel npwp pelanggan thoại sđt mst simu',
);

/** How a longer word for such a number ends, where words are written together or have no spaces. */
const endings = new RegExp(
  [
    '.(?:numero|nummer|telefoon|telefon|puhelin|tunnus|numurs|numeris)',
    '(?:telefon|mobil|fax|ügyfél|vevő|számla|adó|irányító|cégjegyzék|szerződés|rendelés|törzs)szám',
    '(?:電話|番号|携帯|携帯電話|ファックス|郵便番号|口座)',
    '(?:电话|電話|手机|手機|号码|號碼|编号|編號|账号|帳號|邮编|邮政编码|郵遞區號|税号|统一社会信用代码|传真|傳真|微信)',
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

/** Whether a column is named as one of identifiers, whose digits may be in groups. */
export function namesIdentifiers(name: string): boolean {
  if (namesCodes(name)) return true;
  const words = nameWords(name);
  const [first = ''] = words;
  // WhatsApp is one word.
  const last = [lastWord(name), words.slice(-2).join('')];
  return (
    !hasWord(name, amounts) &&
    (leading.has(first) ||
      last.some((word) => leading.has(word) || identifiers.has(word)) ||
      endings.test(lastWord(name)))
  );
}
