// A window of WebKitGTK without browser controls, which WebKitWebDriver opens with gjs: `gjs webkit-window.js FOLDER WIDTH HEIGHT`. MiniBrowser
// cannot be used: its windows are private, so WebKit does not print the console and rejects blobs in IndexedDB, and its toolbar is wider than a
// phone.
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { Gtk, WebKit2 } = imports.gi;

const [folder, width, height] = ARGV;

Gtk.init(null);
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({ base_data_directory: folder, base_cache_directory: folder }),
});
context.set_automation_allowed(true);

const settings = new WebKit2.Settings({
  enable_write_console_messages_to_stdout: true,
  enable_media_stream: true,
  // A fake microphone. Under automation there is no permission prompt.
  enable_mock_capture_devices: true,
});

function openWindow() {
  const view = new WebKit2.WebView({ web_context: context, settings, is_controlled_by_automation: true });
  const window = new Gtk.Window({ decorated: false });
  window.set_default_size(Number(width), Number(height));
  window.add(view);
  window.show_all();
  view.connect('close', () => window.destroy());
  window.connect('destroy', () => Gtk.main_quit());
  return view;
}

context.connect('automation-started', (_context, session) => {
  const info = new WebKit2.ApplicationInfo();
  info.set_name('WebKitGTK');
  info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version());
  session.set_application_info(info);
  session.connect('create-web-view', openWindow);
});
Gtk.main();
