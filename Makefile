# Dango's tasks. `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

GO     ?= go
PREFIX ?= /usr/local
VERSION := $(shell .ci/version)
STAMP  := -X dango/cmd/internal/core.version=$(VERSION) -X dango/cmd/internal/display.version=$(VERSION)
STRIP  := -trimpath -ldflags "-s -w $(STAMP)"
STATIC := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# What the window's C part needs to be built and to run, as Debian calls it.
BUILD_NEEDS := gcc libc6-dev libgl-dev libx11-dev libxrandr-dev libxxf86vm-dev libxi-dev libxcursor-dev libxinerama-dev \
               libgl1 libglx-mesa0 libgl1-mesa-dri
# A desktop of one's own for the tests: server, window manager, compositor, hands, terminal.
TEST_NEEDS  := xvfb openbox icewm picom xdotool xterm xfonts-base x11-xkb-utils x11-xserver-utils xclip nabi tmux dbus imagemagick
# Others that the tests talk to where they can be had, by these names, on the system: a browser, a loudspeaker, desktops'
# settings, terminals, terminals in terminals, a font for Chinese, a Wayland desktop.
TEST_WANTS  := chromium-headless-shell pulseaudio screen kitty alacritty xfconf dconf-service dconf-gsettings-backend libglib2.0-bin \
               gsettings-desktop-schemas fonts-droid-fallback sway xwayland foot
# The pet that ours is compared with.
BENCH_NEEDS := python3-pyqt5

PACK = $(GO) run ./cmd/internal/pack
ARCH = $(shell $(GO) env GOARCH)

# Packages that import the engine; they die without a display, and other systems need their own C compiler.
ENGINE := dango/game dango/game/window dango/cmd/dango
vet     = GOOS=$(1) CGO_ENABLED=0 $(GO) vet $$(GOOS=$(1) CGO_ENABLED=0 $(GO) list ./... | grep -vxF $(ENGINE:%=-e %))

# Packages with golden files. The first records OpenCode's plugin for the adapters, so they run one after the other.
GOLDEN := ./emit/hook ./ingress/adapt ./session/phase ./sprite ./game/scene

.PHONY: help run build install uninstall tree dist deb test bench plugins golden check lint fuzz demo clean need-build need-test

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

run: build ## install what is missing, build, start the pet
	@bin/dango

build: need-build ## build bin/dango, bin/dango-emit and bin/petctl
	@CGO_ENABLED=1 $(GO) build $(STRIP) -o bin/dango ./cmd/dango
	@CGO_ENABLED=0 $(GO) build $(STRIP) -o bin/ ./cmd/dango-emit ./cmd/petctl

install: tree ## install below PREFIX (/usr/local), or below DESTDIR for packagers: programs, menu entry, icon, manual, completions
	@.ci/install dist/tree "$(DESTDIR)$(PREFIX)"

uninstall: ## take out again what install put below PREFIX
	@.ci/uninstall "$(DESTDIR)$(PREFIX)"

tree: build
	@$(PACK) tree -bin bin -prefix "$(PREFIX)" -out dist/tree

dist: tree deb ## package: dist/*.tar.gz and *.deb for this system, *.zip for Windows
	@$(PACK) tar -tree dist/tree -name dango-$(VERSION) -out dist/dango-$(VERSION)-linux-$(ARCH).tar.gz
	@rm -rf dist/windows
	@GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w -H windowsgui $(STAMP)" -o dist/windows/ ./cmd/dango ./cmd/dango-emit
	@GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) build $(STRIP) -o dist/windows/ ./cmd/petctl
	@$(PACK) zip -bin dist/windows -name dango-$(VERSION) -out dist/dango-$(VERSION)-windows-amd64.zip
	@ls -l dist/*-$(VERSION)*  dist/*_$(VERSION)_*

deb: build ## a Debian package: dist/*.deb
	@$(PACK) deb -bin bin -version "$(VERSION)" -out dist

test: need-build need-test ## all tests, also those with real windows on a private display
	DANGO_TEST_DISPLAY=required $(GO) test -timeout 20m ./...

check: need-build need-test ## format, vet for three systems, tests shuffled and under the race detector, tidy
	@test -z "$$(gofmt -s -l . | tee /dev/stderr)" || { echo "make check: run gofmt -s -w on these files" >&2; exit 1; }
	$(GO) vet ./...
	$(call vet,windows)
	$(call vet,darwin)
	$(GO) mod tidy -diff
	DANGO_TEST_DISPLAY=required CGO_ENABLED=1 $(GO) test -race -shuffle=on -timeout 40m ./...

lint: ## staticcheck at its pinned version
	$(GO) run $(STATIC) ./...

fuzz: ## every fuzz target, FUZZTIME each (10s)
	@.ci/fuzz $${FUZZTIME:-10s}

plugins: ## package the hooks as plugins for Claude Code and Codex: dist/plugins
	@CGO_ENABLED=0 $(GO) build $(STRIP) -o bin/dango-emit ./cmd/dango-emit
	@$(GO) run ./cmd/internal/plugins -out dist/plugins -helper bin/dango-emit

golden: ## write golden pictures and texts anew: look at them before you commit
	$(GO) test -count=1 -p 1 $(GOLDEN) -update

bench: need-build need-test ## measure, side by side with the budgets and with a pet that is written with Qt; BENCHFLAGS=-h tells of shorter runs and of the soak
	@.ci/need $(BENCH_NEEDS) || echo "bench: the pet with Qt stays out" >&2
	@$(GO) run ./cmd/internal/bench $(BENCHFLAGS)

demo: need-build need-test ## play recorded sessions into a real pet; pictures in out/demo
	@$(GO) run ./cmd/internal/e2e/demo -out out/demo -readme .github/screenshot.png

clean: ## remove what the tasks made
	@rm -rf bin dist out

need-build:
	@.ci/need $(BUILD_NEEDS)

need-test:
	@.ci/need $(TEST_NEEDS)
	@.ci/need $(TEST_WANTS) 2>/dev/null || for p in $(TEST_WANTS); do .ci/need $$p 2>/dev/null || \
		echo "make: without $$p, which is not to be had here, some tests are skipped and say so" >&2; done
