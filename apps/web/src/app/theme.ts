import { theme, type ThemeConfig } from 'antd';
import { colors, fonts, type Mode } from '@columnist/charts';

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>;
/** The dark algorithm dims every seed colour (#5fc8d1 becomes #54adb5). Ours are final: put them back. */
const exact: Algorithm = (seed, map) => ({
  ...(map ?? theme.defaultAlgorithm(seed)), colorPrimary: seed.colorPrimary, colorInfo: seed.colorInfo, colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning, colorError: seed.colorError, colorPrimaryText: seed.colorPrimary, colorInfoText: seed.colorInfo,
  colorSuccessText: seed.colorSuccess, colorWarningText: seed.colorWarning, colorErrorText: seed.colorError,
});

export const columnistTheme = (mode: Mode): ThemeConfig => {
  const c = colors[mode];
  const flat = { boxShadow: 'none', primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' };
  const ring = `0 0 0 1px ${c.accent}`;
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, exact],
    cssVar: { key: 'columnist' }, hashed: false,
    token: {
      fontFamily: fonts.sans, fontFamilyCode: fonts.mono, fontSize: 14, fontSizeSM: 12, fontSizeLG: 15, fontWeightStrong: 600,
      controlHeight: 32, controlHeightSM: 26, controlHeightLG: 38, borderRadius: 4, borderRadiusLG: 6, borderRadiusSM: 3, borderRadiusXS: 2,
      colorPrimary: c.accent, colorPrimaryHover: c.accentStrong, colorPrimaryActive: c.accentStrong, colorPrimaryBg: c.accentWeak,
      colorPrimaryBgHover: c.accentWeak, colorPrimaryBorder: c.accent, colorPrimaryBorderHover: c.accentStrong, // Border is also the focus ring
      colorInfo: c.accent, colorInfoBg: c.accentWeak, colorInfoBorder: c.accentLine,
      colorSuccess: c.ok, colorSuccessBg: c.okWeak, colorSuccessBorder: c.okLine,
      colorWarning: c.warn, colorWarningBg: c.warnWeak, colorWarningBorder: c.warnLine,
      colorError: c.error, colorErrorBg: c.errorWeak, colorErrorBorder: c.errorLine,
      colorErrorHover: c.error, colorErrorActive: c.error, colorErrorBgHover: c.errorWeak, colorErrorBorderHover: c.errorLine,
      colorLink: c.ink, colorLinkHover: c.accent, colorLinkActive: c.accent, linkDecoration: 'underline', linkHoverDecoration: 'underline',
      colorText: c.ink, colorTextHeading: c.ink, colorTextSecondary: c.ink2, colorTextTertiary: c.ink3, colorTextQuaternary: c.ink3,
      colorTextLabel: c.ink2, colorTextDescription: c.ink3, colorTextPlaceholder: c.ink3, colorTextDisabled: c.line, colorTextLightSolid: c.paper,
      colorIcon: c.ink2, colorIconHover: c.ink, colorBgBase: c.paper, colorBgContainer: c.paper, colorBgLayout: c.paper, colorBgSpotlight: c.ink,
      colorBgElevated: mode === 'dark' ? c.well : c.paper, colorBgContainerDisabled: c.well, colorFillAlter: c.well,
      colorFill: c.hair, colorFillSecondary: c.well2, colorFillTertiary: c.well2, colorFillQuaternary: c.well,
      colorBorder: c.line, colorBorderDisabled: c.hair, colorBgMask: 'rgb(12 20 21/.5)', colorBorderSecondary: c.hair, colorSplit: c.hair, controlItemBgHover: c.well, controlItemBgActive: c.accentWeak,
      controlItemBgActiveHover: c.accentWeak, controlOutline: 'transparent', controlOutlineWidth: 0, lineWidthFocus: 2,
      motionDurationFast: '0.1s', motionDurationMid: '0.16s', motionDurationSlow: '0.22s', motionEaseInOut: 'cubic-bezier(.3,0,.1,1)',
      boxShadow: mode === 'dark' ? `0 12px 32px -6px rgb(0 0 0/.7), 0 0 0 1px ${c.hair}` : '0 8px 28px -6px rgb(17 28 29/.16), 0 2px 6px rgb(17 28 29/.06)',
      boxShadowSecondary: mode === 'dark' ? `0 12px 32px -6px rgb(0 0 0/.7), 0 0 0 1px ${c.hair}` : '0 8px 28px -6px rgb(17 28 29/.16), 0 2px 6px rgb(17 28 29/.06)',
      boxShadowTertiary: 'none',
    },
    components: {
      Button: { ...flat, colorPrimary: c.ink, colorPrimaryHover: c.ink2, colorPrimaryActive: c.ink, primaryColor: c.paper, fontWeight: 500,
        contentFontSize: 13, contentFontSizeSM: 12, contentFontSizeLG: 14, paddingInline: 12, paddingInlineSM: 9, defaultHoverBg: c.well,
        defaultHoverColor: c.ink, defaultHoverBorderColor: c.line, defaultActiveBg: c.well2, defaultActiveColor: c.ink,
        defaultActiveBorderColor: c.ink, textHoverBg: c.well2 },
      Input: { hoverBorderColor: c.ink2, activeBorderColor: c.accent, activeShadow: ring, errorActiveShadow: `0 0 0 1px ${c.error}` },
      Select: { hoverBorderColor: c.ink2, activeBorderColor: c.accent, activeOutlineColor: c.accent, optionSelectedBg: c.accentWeak, optionActiveBg: c.well, optionHeight: 28 },
      Table: { cellFontSize: 13, cellFontSizeMD: 13, cellFontSizeSM: 13, cellPaddingBlock: 8, cellPaddingBlockMD: 6, cellPaddingBlockSM: 4,
        cellPaddingInline: 12, cellPaddingInlineMD: 10, cellPaddingInlineSM: 10, headerBg: c.paper, headerColor: c.ink2, headerSplitColor: 'transparent',
        headerBorderRadius: 0, borderColor: c.hair, rowHoverBg: c.well, rowSelectedBg: c.accentWeak, rowSelectedHoverBg: c.accentWeak,
        headerSortActiveBg: c.paper, headerSortHoverBg: c.well, bodySortBg: c.paper, footerBg: c.paper },
      Tabs: { inkBarColor: c.ink, itemColor: c.ink2, itemHoverColor: c.ink, itemSelectedColor: c.ink, itemActiveColor: c.ink, titleFontSize: 13,
        horizontalItemGutter: 24, horizontalItemPadding: '6px 0 8px', horizontalMargin: '0 0 16px' },
      Segmented: { trackBg: c.well, trackPadding: 2, itemSelectedBg: c.paper, itemColor: c.ink2, itemHoverBg: c.well2, itemSelectedColor: c.ink },
      Card: { bodyPadding: 14, headerHeight: 44, headerFontSize: 14, headerPadding: 14 },
      Checkbox: { colorWhite: c.paper }, Radio: { colorWhite: c.paper }, Switch: { handleBg: c.paper },
      Alert: { defaultPadding: '8px 12px', borderRadius: 4, borderRadiusLG: 4 },
      Tag: { defaultBg: c.well2, defaultColor: c.ink2, fontSizeSM: 11.5 },
      Progress: { defaultColor: c.ink, remainingColor: c.well2, lineBorderRadius: 1 },
      Modal: { titleFontSize: 16 }, Drawer: { paddingLG: 24 }, Menu: { itemSelectedBg: c.accentWeak, itemSelectedColor: c.ink },
      Skeleton: { gradientFromColor: c.well2, gradientToColor: c.well }, Statistic: { contentFontSize: 32, titleFontSize: 13 },
    },
  };
};
